// live.js - games under way: updates the list, and shows a table by its events (State of openapi.json).
// Events may come in a burst, a hand at a time: they are shown one by one, at a pace that keeps up (pace.js).
import { board, sortHand } from "./board.js";
import { callText, cardText, cardWords, element, idle, isIdle, list } from "./cards.js";
import { pressing } from "./kit.js";
import { Pace } from "./pace.js";

const TICK_MSEC = 100, LIST_MSEC = 5000;
const TELL_MSEC = 5000; // between two lines that are read out, unless somebody pressed a button
const FAR_BEHIND = 12, NEAR = 3; // steps
const RETRY_MSEC = 3000, RETRIES = 20;

class LiveTable {
  constructor(root, table) {
    this.root = root;
    this.names = table.players.map((player) => player.name);
    // The state before the first card is seen.
    this.start = { seats: table.players.map(({ name, side }) => ({ name, side })), scores: table.scores };
    this.handsOver = table.hands;
    this.states = [];
    this.at = -1;
    this.follows = true;
    this.ended = false;
    this.pace = new Pace();
    this.lagging = this.late = false;
    this.retries = 0;
    this.told = -Infinity;
    this.build();
    setInterval(() => this.tick(), TICK_MSEC);
    this.listen(root.dataset.game);
  }

  build() {
    const button = (text, label, act) => element("button", { type: "button", "aria-label": label, title: label, text, onclick: act });
    this.backButton = button("\u2190", "One step back", () => isIdle(this.backButton) || this.pause(this.at - 1));
    this.onButton = button("\u2192", "One step on", () => isIdle(this.onButton) || this.pause(this.at + 1));
    this.followButton = button("Pause", "Follow or pause", () => this.toggle());
    this.newestButton = button("Newest", "To the newest", () => isIdle(this.newestButton) || this.newest());
    this.status = element("p", { class: "soft", role: "status" });
    this.behind = element("p", { class: "soft" }); // changes all the time, so it is read out to nobody
    this.words = element("p");
    const room = element("div");
    this.board = board(room);
    this.log = element("ol", { class: "talk", "aria-label": "What happened" });
    this.board.main.append(
      element("div", { class: "controls" }, element("div", {}, this.backButton, this.followButton, this.onButton, this.newestButton), this.board.colours()),
      this.status,
      this.behind,
      this.words,
    );
    this.root.append(element("h2", { class: "vh", text: "On the table" }), room);
    const hand = document.getElementById("hand"); // it grows, so nothing that is pressed stands below it
    hand.append(element("h2", { text: "This hand" }), this.log);
    this.root.hidden = hand.hidden = false;
    document.getElementById("plain").hidden = true;
    this.show();
  }

  listen(game) {
    const source = new EventSource(`/api/v1/tables/${game}/events`);
    this.tell("Waiting for the table. The arena decides when a hand may be shown.");
    this.told = -Infinity; // what comes next may be read out at once
    source.onopen = () => {
      this.retries = 0;
      if (!this.states.length) this.tell("Watching. Waiting for the next hand that may be shown.");
    };
    source.onmessage = (event) => this.take(JSON.parse(event.data));
    source.addEventListener("gap", () => this.forget("Some events were missed. The present hand is shown from its start."));
    source.addEventListener("said", (event) => said(JSON.parse(event.data)));
    source.addEventListener("end", () => {
      source.close();
      this.ended = true;
      clearTimeout(this.sayTimer);
      this.status.replaceChildren("The game is over: ", element("a", { href: `/game/${game}`, text: "the whole game, with every card" }), ".");
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.retry(game);
    };
  }

  // The browser stops after an answer that is no stream; an arena that restarts sends one.
  retry(game) {
    if (this.retries++ === RETRIES) {
      this.tell("There is no room for another spectator at this table, or its game is over. Reload to see.");
      return;
    }
    this.tell("The table does not answer; trying again.");
    setTimeout(() => {
      this.forget();
      this.listen(game);
    }, RETRY_MSEC);
  }

  // The next event is the start of a hand.
  forget(words = "") {
    this.states = [];
    this.at = -1;
    this.pace = new Pace();
    lines?.replaceChildren();
    if (words) this.tell(words);
  }

  // A screen reader gets the same text once, and texts no faster than it can read them; it always gets the last one.
  tell(text, now = performance.now(), pressed = false) {
    clearTimeout(this.sayTimer);
    if (text === this.status.textContent) return;
    const wait = pressed ? 0 : this.told + TELL_MSEC - now;
    if (wait > 0) {
      this.sayTimer = setTimeout(() => this.tell(text), wait + 1);
      return;
    }
    this.told = now;
    this.status.textContent = text;
  }

  // Forgets the events before the hand on the screen.
  take(state) {
    const over = this.states.at(-1)?.news.some((news) => news.k === "hand");
    if (over && this.at < this.states.length - 1 && !this.follows) return;
    this.states.push(state);
    this.pace.came(performance.now());
    if (this.states.length > 400) {
      this.states.splice(0, 200);
      this.at = Math.max(0, this.at - 200);
    }
    if (this.at < 0) this.at = 0;
    this.late = pressing();
    if (!this.late) this.show();
  }

  tick() {
    if (pressing()) return;
    if (this.late) this.show();
    this.late = false;
    const behind = Math.max(0, this.states.length - 1 - this.at);
    const due = this.pace.due(performance.now(), this.follows ? behind : 0);
    if (!this.follows || due === 0) return;
    this.at += due;
    this.show(false, due === 1);
  }

  pause(at) {
    this.follows = false;
    this.at = Math.max(0, Math.min(at, this.states.length - 1));
    this.show(true);
  }

  toggle() {
    this.follows = !this.follows;
    this.show(true);
  }

  newest() {
    this.follows = true;
    this.at = this.states.length - 1;
    this.show(true);
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
      over: () => `The game is over: ${news.forfeit === undefined ? news.reason : `${this.names[news.forfeit]} forfeits`}, ${news.scores.join(" : ")}.`,
      action: () => {
        const [word, ...cards] = news.action.split(":");
        if (news.phase === "play") return `${who} plays ${inWords ? cardWords(news.action) : cardText(news.action)}.`;
        return `${who}: ${callText(word)}${cards.length ? " " + cards.map(cardText).join(" ") : news.count ? ` ${news.count} cards` : ""}.`;
      },
    };
    return (words[news.k] ?? (() => `${news.k}.`))();
  }

  // The steps of the hand on the screen, up to the present one.
  handSteps() {
    let first = this.at;
    while (first > 0 && !this.states[first].news.some((news) => news.k === "deal")) first--;
    return this.states.slice(first, this.at + 1);
  }

  // The dead hand is not shown; the table hands of two players follow their own, in the same order.
  owner(hand, hands) {
    const seats = this.names.length;
    return hand < seats ? hand : seats === 2 && hands > 3 ? hand - 2 : -1;
  }

  // The state for board.js: the visible cards, and auction and tricks from the events of this hand.
  boardState(state, steps) {
    const news = steps.flatMap((step) => step.news), auction = [], tricks = [];
    let cards = [], gained;
    for (const item of news) {
      if (item.k === "action" && item.phase === "play" && !item.action.startsWith("claim")) cards.push({ hand: item.hand, card: item.action });
      else if (item.k === "action" && /^(blind|auction|raise|slam|partner|breach)$/.test(item.phase)) auction.push({ seat: item.seat, call: item.action.split(":")[0] });
      else if (item.k === "trick") {
        tricks.push({ cards, winner: item.hand });
        cards = [];
      } else if (item.k === "hand") gained = item.delta;
    }
    const call = state.contract?.call ?? "";
    return {
      ...this.start,
      hands: state.hands.map((held, hand) => ({ owner: this.owner(hand, state.hands.length), cards: sortHand(list(held.cards), call), count: held.count })),
      dealer: state.dealer,
      turn: state.turn,
      auction,
      contract: state.contract ?? news.findLast(({ contract }) => contract)?.contract,
      trick: state.trick,
      winner: state.winner,
      tricks,
      taken: state.hands.map(({ won }) => won),
      scores: state.scores,
      gained,
      kitty: { cards: list(state.kitty), count: state.phase === "play" ? list(state.kitty).length : state.kitty_count },
    };
  }

  // Text for a screen reader: whether the game goes on and whether the page keeps up, and not each step.
  showStatus(pressed) {
    const behind = this.states.length - 1 - this.at;
    this.behind.textContent = behind > 0 ? `${behind} steps behind` : "";
    if (behind >= FAR_BEHIND) this.lagging = true;
    else if (behind <= NEAR) this.lagging = false;
    if (this.ended) return;
    this.tell(!this.follows ? "Paused." : this.lagging ? "Watching, some steps behind." : "Watching.", performance.now(), pressed);
  }

  show(pressed = false, animate = false) {
    const state = this.states[this.at];
    idle(this.backButton, this.at <= 0);
    for (const button of [this.onButton, this.newestButton]) idle(button, this.at >= this.states.length - 1);
    this.followButton.textContent = this.follows ? "Pause" : "Follow";
    if (!state) return this.board.show({ ...this.start, text: this.ended ? "" : `Hand ${this.handsOver + 1} is being played. Its cards are shown when the arena allows it.` });
    const steps = this.handSteps();
    this.board.show(this.boardState(state, steps), { animate });
    this.showStatus(pressed);
    this.words.textContent = state.news.slice(-3).map((news) => this.newsText(news, true)).join(" ");
    this.log.replaceChildren(...steps.flatMap((step) => step.news).map((news) => element("li", { text: this.newsText(news) })));
  }
}

// Chat of spectators: events add to the list; the form is sent without leaving the page.
const lines = document.getElementById("said"), form = document.querySelector("form.say");

function said(line) {
  lines?.append(element("li", {}, element("b", { text: line.name }), " ", element("span", { class: "soft", text: "(spectator)" }), `: ${line.text}`));
}

async function say(event) {
  event.preventDefault();
  const tell = (text) => (document.getElementById("say-status").textContent = text);
  try {
    const answer = await fetch(form.action.replace("/live/", "/api/v1/tables/"), { method: "POST", body: new URLSearchParams(new FormData(form)) });
    tell(answer.ok ? "Sent. Others read it when they may see this hand." : (await answer.json()).error);
    if (answer.ok && form.elements.text) form.elements.text.value = "";
  } catch {
    tell("The arena does not answer. What you say is not sent.");
  }
}

function startChat() {
  if (!form || !lines) return;
  lines.replaceChildren(); // the events tell all of it again
  form.hidden = false;
  form.addEventListener("submit", say);
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
