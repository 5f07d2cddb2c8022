// What a finger does. A tap counts where the finger goes down and up on the same control, with several fingers at once too
// (a browser makes no click of a second finger). What it says is what the control said when the finger went down, whatever
// comes there before it goes up. Two taps on one control are two taps. A second tap at the same place, so soon that nobody can
// have read what came there, is not one on what came there: that is the double tap on a button that went.

const AT_ONCE = 350; // milliseconds in which nobody reads a new control, from the tap before or from when it came
const SAME_PLACE = 28; // pixels by which a finger misses a place
const LONG = 550; // milliseconds of a long tap
const FOLLOWS = 700; // milliseconds after which a click no longer belongs to the touch before it

class Touch {
  constructor(root, refuse, notLong, hand) {
    this.root = root;
    this.notLong = notLong; // takes back what a long tap opened
    this.hand = hand; // gives the number of the hand that is shown
    this.refuse = refuse; // says why a tap does nothing
    this.down = new Map(); // by finger
    this.last = null;
    root.addEventListener("pointerdown", (event) => this.pressed(event));
    root.addEventListener("pointerup", (event) => this.released(event));
    root.addEventListener("pointercancel", (event) => this.forget(event));
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("contextmenu", (event) => this.asked(event));
  }

  control(event) {
    const node = event.composedPath().find((one) => one.dataset?.tap !== undefined);
    return node && this.root.contains(node) ? node : null;
  }

  pressed(event) {
    const node = this.control(event);
    if (!node || event.button > 0) return;
    const finger = { node, key: node.dataset.tap, props: node.bourreProps, since: node.bourreSince, hand: this.hand(), mouse: event.pointerType === "mouse", at: event.timeStamp, x: event.clientX, y: event.clientY, long: null, done: false };
    if (node.bourreProps?.hold) {
      finger.long = setTimeout(() => {
        finger.done = true;
        if (node.isConnected && node.dataset.tap === finger.key) node.bourreProps.hold?.();
      }, LONG);
    }
    this.down.set(event.pointerId, finger);
  }

  forget(event) {
    clearTimeout(this.down.get(event.pointerId)?.long);
    this.down.delete(event.pointerId);
  }

  released(event) {
    const finger = this.down.get(event.pointerId);
    if (!finger) return;
    this.forget(event);
    const { node, key } = finger;
    const there = within(node, event.clientX, event.clientY) || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < SAME_PLACE;
    // A browser that is busy may tell late that the finger has gone: its own time says whether the tap was long.
    const late = finger.done && event.timeStamp - finger.at < LONG;
    if (late) this.notLong();
    node.bourreTouched = event.timeStamp;
    if ((finger.done && !late) || !there) return;
    const last = this.last;
    const here = { key, at: event.timeStamp, acted: event.timeStamp, x: event.clientX, y: event.clientY };
    if (last && last.key !== key && Math.hypot(here.x - last.x, here.y - last.y) < SAME_PLACE) {
      const came = finger.since > last.acted && here.at - finger.since < AT_ONCE;
      const moved = here.at - last.at < AT_ONCE && within(node, last.x, last.y); // or was below what went
      if (came || moved) {
        this.last = { ...here, key: last.key, acted: last.acted };
        if (here.at - last.at >= AT_ONCE) this.refuse(node, "This button only just appeared: tap again"); // no double tap
        return;
      }
    }
    this.last = here;
    const same = node.isConnected && node.dataset.tap === key;
    if (same || finger.hand === this.hand()) this.act(node, same ? node.bourreProps : finger.props);
    else this.refuse(node, "Another hand has begun: tap again");
  }

  // A keyboard, a screen reader, a script: a click without a finger.
  clicked(event) {
    const node = this.control(event);
    if (!node || event.timeStamp - (node.bourreTouched ?? -Infinity) < FOLLOWS) return;
    if (event.detail > 0 && this.last && event.timeStamp - this.last.at < FOLLOWS) return; // of a control that came under the finger
    this.act(node, node.bourreProps);
  }

  // The Menu key, Shift+F10 and a right click open what a long tap opens. Some browsers send the same event for a finger that
  // stays down, before or after it goes up: the finger has its own time.
  asked(event) {
    const node = this.control(event);
    if (!node) return;
    event.preventDefault();
    const [pointer, finger] = [...this.down].find(([, one]) => one.node === node) ?? [];
    if (finger ? !finger.mouse : ofFinger(event, node)) return;
    if (finger) {
      clearTimeout(finger.long); // a click with Ctrl on a Mac: what goes up is no tap
      this.down.delete(pointer);
      node.bourreTouched = event.timeStamp;
    }
    node.bourreProps?.hold?.();
  }

  act(node, props) {
    const { tap, no } = props ?? {};
    if (no) this.refuse(node, no === true ? "" : no);
    else tap?.();
  }
}

// True if a browser adds this to a tap: some say so, with the others only the time tells.
function ofFinger(event, node) {
  if (event.pointerType === "mouse") return false;
  return event.pointerType === "touch" || event.pointerType === "pen" || event.timeStamp - (node.bourreTouched ?? -Infinity) < FOLLOWS;
}

function within(node, x, y) {
  const box = node.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
