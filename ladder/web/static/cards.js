// cards.js - cards and seats as elements of a page, for finished and live games.

const SUITS = { S: "\u2660", C: "\u2663", D: "\u2666", H: "\u2665" };
const SUIT_WORDS = { S: "of spades", C: "of clubs", D: "of diamonds", H: "of hearts" };
// Where seats sit, clockwise from the spectator's seat.
export const PLACES = { 2: "sn", 3: "swe", 4: "swne", 5: "sxwey", 6: "sxwney" };

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") made.textContent = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export function isJoker(card) {
  return card.startsWith("RJ") || card.startsWith("BJ");
}

export function cardText(card) {
  if (isJoker(card)) return "\u2605" + (SUITS[card[3]] ?? "");
  return card.slice(0, -1) + SUITS[card.at(-1)];
}

// "10H" as a call: 10 and a heart; other calls are words.
export const callText = (call) => call.replace(/^(\d+)([SCDH])$/, (_, level, suit) => level + SUITS[suit]);

export function cardWords(card) {
  if (isJoker(card))
    return (card[0] === "R" ? "joker" : "black joker") + (card[3] ? " as " + SUIT_WORDS[card[3]].slice(3) : "");
  return card.slice(0, -1) + " " + SUIT_WORDS[card.at(-1)];
}

export function cardColour(card) {
  return isJoker(card) ? (card[0] === "R" ? "red" : "black") : "DH".includes(card.at(-1)) ? "red" : "black";
}

// A button without effect stays enabled, because a disabled one loses the focus.
export function idle(button, isIdle) {
  button.setAttribute("aria-disabled", String(isIdle));
}

export const isIdle = (button) => button.getAttribute("aria-disabled") === "true";

export const list = (text) => (text ? text.split(" ") : []);

// A setting of the reader, kept in the browser if it has storage.
export function remembered(name, select, usual) {
  const kept = (use) => {
    try {
      return use(localStorage);
    } catch {
      return null;
    }
  };
  select.value = kept((store) => store.getItem(`avondale-${name}`)) ?? usual;
  if (select.selectedIndex < 0) select.value = usual;
  select.addEventListener("change", () => kept((store) => store.setItem(`avondale-${name}`, select.value)));
  return select;
}
