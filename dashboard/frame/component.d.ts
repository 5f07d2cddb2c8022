// What Streamlit hands to a component of ours (component.py), and what several of ours are sent.

/** ``data`` is what Python sent; a trigger runs the page again, with the value of that name. */
export interface Component<Data> {
  data: Data;
  parentElement: HTMLElement | ShadowRoot;
  setTriggerValue(name: string, value: unknown): void;
}

/** Colours by the name of their variable in the style sheet. */
export type Colours = Record<string, string>;

/** A player's face (faces.py). */
export interface Face {
  initials: string;
  colour: string;
  ink: string;
  picture: string;
}
