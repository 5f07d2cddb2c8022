// Taps. A tap counts if the finger goes down and up on the same control. Several fingers can tap at once: a browser only sends
// clicks for the first. A tap means what the control said when the finger went down, even if the control changes before it goes
// up. Two taps on one control are two taps. But if the first made another control appear under the finger, a second tap that
// comes too soon for anybody to have read it does not count: as a rule it is a double tap on the control that is gone.

/** @import { Control, Props } from "./types" */

/**
 * @typedef {object} Finger
 * @property {Control} node What it is on.
 * @property {string | undefined} key What that meant when the finger went down.
 * @property {Props | undefined} props
 * @property {number | undefined} since Since when it meant that.
 * @property {number | null} hand
 * @property {boolean} mouse
 * @property {number} at
 * @property {number} x
 * @property {number} y
 * @property {number | undefined} long The timer that makes a long tap of it.
 * @property {boolean} done
 */

const AT_ONCE = 350; // milliseconds in which nobody can read a new control, since the tap before or since it appeared
const SAME_PLACE = 28; // taps closer than this many pixels are at the same place
const NEAR = 8; // pixels beside a control that still mean it: a browser takes a touch for the nearest one, however far away
const LONG = 550; // milliseconds after which a tap is a long one
const FOLLOWS = 700; // milliseconds after which a click no longer belongs to the touch before it

export class Touch {
  /**
   * @param {HTMLElement} root
   * @param {(node: HTMLElement, why: string) => void} refuse
   * @param {() => void} notLong
   * @param {() => number | null} hand
   */
  constructor(root, refuse, notLong, hand) {
    this.root = root;
    this.notLong = notLong; // closes what a long tap opened
    this.hand = hand; // returns the number of the hand that is shown
    this.refuse = refuse; // says why a tap does nothing
    /** @type {Map<number, Finger>} */
    this.down = new Map(); // fingers that are down, by pointer
    /** @type {{ key: string | undefined, at: number, acted: number, x: number, y: number } | null} */
    this.last = null; // the tap before
    this.lifted = -Infinity; // when a finger last went up, wherever it was
    this.held = -Infinity; // when one went up that had opened something by staying down
    root.addEventListener("pointerdown", (event) => this.pressed(event));
    root.addEventListener("pointerup", (event) => this.released(event));
    root.addEventListener("pointercancel", (event) => this.forget(event));
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("contextmenu", (event) => this.asked(event));
  }

  /** @param {Event} event @returns {Control | null} */
  control(event) {
    const node = event.composedPath().find((one) => one instanceof HTMLElement && one.dataset.tap !== undefined);
    return node instanceof HTMLElement && this.root.contains(node) ? node : null;
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    const node = this.control(event);
    if (!node || event.button > 0 || !meant(node, event)) return;
    /** @type {Finger} */
    const finger = { node, key: node.dataset.tap, props: node.bourreProps, since: node.bourreSince, hand: this.hand(), mouse: event.pointerType === "mouse", at: event.timeStamp, x: event.clientX, y: event.clientY, long: undefined, done: false };
    if (node.bourreProps?.hold) {
      finger.long = setTimeout(() => {
        finger.done = true;
        if (node.isConnected && node.dataset.tap === finger.key) node.bourreProps?.hold?.();
      }, LONG);
    }
    this.down.set(event.pointerId, finger);
  }

  /** @param {PointerEvent} event */
  forget(event) {
    clearTimeout(this.down.get(event.pointerId)?.long);
    this.down.delete(event.pointerId);
  }

  /** @param {PointerEvent} event */
  released(event) {
    this.lifted = event.timeStamp;
    const finger = this.down.get(event.pointerId);
    if (!finger) return;
    this.forget(event);
    const { node, key } = finger;
    const there = within(node, event.clientX, event.clientY) || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < SAME_PLACE;
    // A busy browser may report late that the finger went up, after the timer of a long tap: go by the time of the event instead.
    const late = finger.done && event.timeStamp - finger.at < LONG;
    if (late) this.notLong();
    else if (finger.done) this.held = event.timeStamp;
    node.bourreTouched = event.timeStamp;
    if ((finger.done && !late) || !there) return;
    const last = this.last;
    const here = { key, at: event.timeStamp, acted: event.timeStamp, x: event.clientX, y: event.clientY };
    if (last && last.key !== key && Math.hypot(here.x - last.x, here.y - last.y) < SAME_PLACE) {
      const came = finger.since !== undefined && finger.since > last.acted && here.at - finger.since < AT_ONCE;
      const moved = here.at - last.at < AT_ONCE && within(node, last.x, last.y); // or it was underneath the one that is gone
      if (came || moved) {
        this.last = { ...here, key: last.key, acted: last.acted };
        if (here.at - last.at >= AT_ONCE) this.refuse(node, "This button only just appeared: tap again"); // not a double tap, so say why
        return;
      }
    }
    this.last = here;
    const same = node.isConnected && node.dataset.tap === key;
    if (same || finger.hand === this.hand()) this.act(node, same ? node.bourreProps : finger.props);
    else this.refuse(node, "Another hand has begun: tap again");
  }

  // A click without a finger: from a keyboard, a screen reader or a script. A browser also sends one after each touch, to what lies
  // there then, or to a control near it: what the touch meant is done already, and nothing else is pressed by it.
  /** @param {MouseEvent} event */
  clicked(event) {
    if (event.detail > 0 && event.timeStamp - this.held < FOLLOWS) event.preventDefault(); // no box under the finger either
    const node = this.control(event);
    if (!node || event.timeStamp - (node.bourreTouched ?? -Infinity) < FOLLOWS) return;
    if (event.detail > 0 && event.timeStamp - this.lifted < FOLLOWS) return;
    this.act(node, node.bourreProps);
  }

  // The Menu key, Shift+F10 and a right click open what a long tap opens. Some browsers also send this event for a finger that
  // stays down, before or after it goes up: ignore those, as long taps have their own timer.
  /** @param {PointerEvent} event */
  asked(event) {
    const node = this.control(event);
    if (!node) return;
    event.preventDefault();
    const [pointer = 0, finger = null] = [...this.down].find(([, one]) => one.node === node) ?? [];
    if (finger ? !finger.mouse : ofFinger(event, node)) return;
    if (finger) {
      clearTimeout(finger.long); // a Ctrl-click on a Mac: when the button goes up, that is not a tap
      this.down.delete(pointer);
      node.bourreTouched = event.timeStamp;
    }
    node.bourreProps?.hold?.();
  }

  /** @param {Control} node @param {Props | undefined} props */
  act(node, props) {
    const { tap, no } = props ?? {};
    if (no) this.refuse(node, no);
    else tap?.();
  }
}

// True if an event comes from a touch. Some browsers say so; for the others, go by the time since the last touch.
/** @type {(event: PointerEvent, node: Control) => boolean} */
function ofFinger(event, node) {
  if (event.pointerType === "mouse") return false;
  return event.pointerType === "touch" || event.pointerType === "pen" || event.timeStamp - (node.bourreTouched ?? -Infinity) < FOLLOWS;
}

// True if a touch is on a control or very near it. A screen reader or a switch may press a control without telling of a place,
// which browsers then give as 0, 0: that is meant for the control it was sent to, wherever the control is.
/** @type {(node: Control, place: { clientX: number, clientY: number }) => boolean} */
function meant(node, { clientX: x, clientY: y }) {
  return (x === 0 && y === 0) || within(node, x, y, NEAR);
}

/** @type {(node: Control, x: number, y: number, beside?: number) => boolean} */
function within(node, x, y, beside = 0) {
  const box = node.getBoundingClientRect();
  return x >= box.left - beside && x <= box.right + beside && y >= box.top - beside && y <= box.bottom + beside;
}
