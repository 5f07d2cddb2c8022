// What components make: an element with a text, and a shape of a drawing with its attributes.
function elementOf(tag, kind = "", text = "") {
  const element = document.createElement(tag);
  element.className = kind;
  element.textContent = text; // user text: never markup
  return element;
}

function shapeOf(tag, kind, values) {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
  shape.setAttribute("class", kind);
  for (const [name, value] of Object.entries(values)) shape.setAttribute(name, value);
  return shape;
}
