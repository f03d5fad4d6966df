// live.js - games under way: the list keeps itself fresh, a table follows its events (State of openapi.json).
// Events may come in a burst, a hand at a time: they are shown one after the other.
import { PLACES, callText, cardElement, cardText, cardWords, element, list } from "./cards.js";

const STEP_MSEC = 700, LIST_MSEC = 5000;

class LiveTable {
  constructor(root, table) {
    this.root = root;
    this.names = table.players.map((player) => player.name);
    this.sides = table.players.map((player) => player.side);
    this.states = [];
    this.at = -1;
    this.follows = true;
    this.ended = false;
    this.build();
    setInterval(() => this.tick(), STEP_MSEC);
    this.listen(root.dataset.game);
  }

  build() {
    const button = (text, label, act) => element("button", { type: "button", "aria-label": label, title: label, text, onclick: act });
    this.backButton = button("\u2190", "One step back", () => this.pause(this.at - 1));
    this.onButton = button("\u2192", "One step on", () => this.pause(this.at + 1));
    this.followButton = button("Pause", "Follow or pause", () => this.toggle());
    this.newestButton = button("Newest", "To the newest", () => this.newest());
    this.status = element("p", { class: "soft", role: "status" });
    this.words = element("p");
    this.felt = element("div", { class: "felt" });
    this.log = element("ol", { class: "talk", "aria-label": "What happened" });
    this.root.append(
      element("h2", { text: "On the table" }),
      this.status,
      element("div", { class: "controls" }, element("div", {}, this.backButton, this.followButton, this.onButton, this.newestButton)),
      this.words,
      this.felt,
      element("h2", { text: "This hand" }),
      this.log,
    );
    this.root.hidden = false;
    document.getElementById("plain").hidden = true;
    this.show();
  }

  listen(game) {
    const source = new EventSource(`/api/v1/tables/${game}/events`);
    this.tell("Waiting for the table. Each hand is shown as the arena allows.");
    source.onopen = () => this.states.length || this.tell("Watching. Waiting for what may be told.");
    source.onmessage = (event) => this.take(JSON.parse(event.data));
    source.addEventListener("said", (event) => said(JSON.parse(event.data)));
    source.addEventListener("end", () => {
      source.close();
      this.ended = true;
      this.status.replaceChildren("The game is over: ", element("a", { href: `/game/${game}`, text: "all of it, with every card" }), ".");
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.tell("No place at this table: it is full, or over. Reload to see how it stands.");
    };
  }

  tell(text) {
    this.status.textContent = text;
  }

  // What came before the hand that is shown now is let go.
  take(state) {
    const over = this.states.at(-1)?.news.some((news) => news.k === "hand");
    if (over && this.at < this.states.length - 1 && !this.follows) return;
    this.states.push(state);
    if (this.states.length > 400) {
      this.states.splice(0, 200);
      this.at = Math.max(0, this.at - 200);
    }
    if (this.at < 0) this.at = 0;
    this.show();
  }

  tick() {
    if (!this.follows || this.at >= this.states.length - 1) return;
    this.at++;
    this.show();
  }

  pause(at) {
    this.follows = false;
    this.at = Math.max(0, Math.min(at, this.states.length - 1));
    this.show();
  }

  toggle() {
    this.follows = !this.follows;
    this.show();
  }

  newest() {
    this.follows = true;
    this.at = this.states.length - 1;
    this.show();
  }

  contractText(contract) {
    return contract ? `${callText(contract.call)} by ${this.names[contract.by]}` : "no contract";
  }

  newsText(news, inWords = false) {
    const who = this.names[news.seat];
    const words = {
      deal: () => `${who} deals.`,
      contract: () => `Contract: ${this.contractText(news.contract)}.`,
      kitty: () => `${who} takes the kitty.`,
      partner: () => `${who} is the partner.`,
      trick: () => `The trick goes to ${who}.`,
      claim: () => `The claim of ${who} ${news.ok ? "stands" : "is void"}.`,
      chat: () => `${who} says: ${news.text}`,
      show: () => `${who} shows ${list(news.cards).map(cardText).join(" ")}.`,
      up: () => `Face up: ${list(news.cards).map(cardText).join(" ")}.`,
      hand: () => `The hand is over: ${this.contractText(news.contract)}, tricks ${news.tricks.join(" : ")}, score ${news.scores.join(" : ")}.`,
      over: () => `The game is over: ${news.reason}, ${news.scores.join(" : ")}.`,
      action: () => {
        const [word, ...cards] = news.action.split(":");
        if (news.phase === "play") return `${who} plays ${inWords ? cardWords(news.action) : cardText(news.action)}.`;
        return `${who}: ${callText(word)}${cards.length ? " " + cards.map(cardText).join(" ") : news.count ? ` ${news.count} cards` : ""}.`;
      },
    };
    return (words[news.k] ?? (() => `${news.k}.`))();
  }

  // The steps of the hand that is shown, up to the one that is shown.
  handSteps() {
    let first = this.at;
    while (first > 0 && !this.states[first].news.some((news) => news.k === "deal")) first--;
    return this.states.slice(first, this.at + 1);
  }

  handElement(state, hand, name) {
    const held = state.hands[hand];
    const open = list(held.cards);
    const down = Array.from({ length: Math.max(0, held.count - open.length) }, () => cardElement("", true));
    return element("ul", { class: "cards", "aria-label": `Cards of ${name}` }, ...open.map((card) => cardElement(card)), ...down);
  }

  seatElement(state, seat, said) {
    const seats = this.names.length, name = this.names[seat];
    const hands = seats === 2 && state.hands.length > 2 ? [seat, seat + 2] : [seat];
    const won = hands.reduce((sum, hand) => sum + (state.hands[hand]?.won ?? 0), 0);
    return element("div", { class: `seat at-${PLACES[seats][seat]}` },
      element("p", { class: state.turn === seat ? "turn" : "", text: name }),
      element("p", { class: "soft", text: `side ${this.sides[seat] + 1} \u00b7 ${won} won${said[seat] ? ` \u00b7 ${said[seat]}` : ""}` }),
      ...hands.filter((hand) => state.hands[hand]).map((hand) => this.handElement(state, hand, name)));
  }

  centreElement(state) {
    const owner = (hand) => this.names[hand] ?? this.names[hand - 2];
    const cards = state.trick.map(({ hand, card }) => {
      const made = cardElement(card);
      if (hand === state.winner) made.classList.add("best");
      made.append(element("small", { class: "soft", text: owner(hand) }));
      return made;
    });
    const kitty = state.kitty ? [element("p", { class: "soft", text: "Open " + list(state.kitty).map(cardText).join(" ") })] : [];
    return element("div", { class: "centre" },
      element("p", { text: state.contract ? `Contract ${callText(state.contract.call)}` : "Auction" }),
      element("p", { class: "soft", text: `Score ${state.scores.join(" : ")}` }),
      element("ul", { class: "trick", "aria-label": "On the table" }, ...cards), ...kitty);
  }

  show() {
    const state = this.states[this.at];
    this.backButton.disabled = this.at <= 0;
    this.onButton.disabled = this.newestButton.disabled = this.at >= this.states.length - 1;
    this.followButton.textContent = this.follows ? "Pause" : "Follow";
    this.felt.hidden = !state;
    if (!state) return;
    const steps = this.handSteps(), said = {};
    for (const news of steps.flatMap((step) => step.news))
      if (news.k === "action" && news.phase !== "play") said[news.seat] = callText(news.action.split(":")[0]);
    this.felt.replaceChildren(this.centreElement(state), ...this.names.map((_, seat) => this.seatElement(state, seat, said)));
    const behind = this.states.length - 1 - this.at;
    if (!this.ended) this.tell(behind ? `Watching, ${behind} steps behind.` : "Watching.");
    this.words.textContent = state.news.slice(-3).map((news) => this.newsText(news, true)).join(" ");
    this.log.replaceChildren(...steps.flatMap((step) => step.news).map((news) => element("li", { text: this.newsText(news) })));
  }
}

// What those who look on say: the list grows with the events, the form is sent without leaving the page.
const lines = document.getElementById("said"), form = document.querySelector("form.say");

function said(line) {
  lines?.append(element("li", {}, element("b", { text: line.name }), " ", element("span", { class: "soft", text: "(looks on)" }), `: ${line.text}`));
}

async function say(event) {
  event.preventDefault();
  const status = document.getElementById("say-status");
  const answer = await fetch(form.action.replace("/live/", "/api/v1/tables/"), { method: "POST", body: new URLSearchParams(new FormData(form)) });
  status.textContent = answer.ok ? "Said; others read it when they may see what you see." : (await answer.json()).error;
  if (answer.ok && form.elements.text) form.elements.text.value = "";
}

function startChat() {
  if (!form || !lines) return;
  lines.replaceChildren(); // the events tell all of it again
  form.hidden = false;
  form.addEventListener("submit", (event) => say(event).catch(() => {}));
}

async function refreshList(root) {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("tables");
  if (fresh && !root.contains(document.activeElement)) root.replaceChildren(...fresh.childNodes);
}

async function start() {
  const list = document.getElementById("tables"), live = document.getElementById("live");
  if (list) setInterval(() => refreshList(list).catch(() => {}), LIST_MSEC);
  if (!live) return;
  const answer = await fetch(`/api/v1/tables/${live.dataset.game}`);
  if (!answer.ok) return;
  startChat();
  new LiveTable(live, await answer.json());
}

start();
