// kit.js - parts that the pages for players and for spectators share.
import { element } from "./cards.js";

export const button = (text, act, more = {}) => element("button", { type: "button", text, onclick: act, ...more });

export function choice(label, list, value, act) {
  const made = element("select", act ? { onchange: () => act(made.value) } : {}, ...list.map(([key, text]) => element("option", { value: key, text, selected: key === String(value) })));
  return element("label", {}, label, made);
}

export const seconds = (msec) => (msec >= 60000 ? `${Math.floor(msec / 60000)}:${String(Math.floor(msec / 1000) % 60).padStart(2, "0")}` : `${Math.ceil(msec / 1000)} s`);

// Whether something is being pressed. Nothing is drawn then, so that it stays under the pointer until it is released; but
// not for long, as who presses a scroll bar may never be told to have released it.
const PRESS_MSEC = 1000;
let since = -Infinity;
addEventListener("pointerdown", () => (since = performance.now()));
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => (since = -Infinity));
export const pressing = () => performance.now() - since < PRESS_MSEC;

// Kept in the browser: the session of this tab; the name, its token and the settings for the next game.
export function keep(store, key, value) {
  try {
    if (value === undefined) return JSON.parse(store.getItem(`avondale ${key}`));
    store.setItem(`avondale ${key}`, JSON.stringify(value));
  } catch {
    return null; // it is not allowed: then nothing is kept
  }
}
