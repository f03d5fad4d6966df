// chances.js - over the scrub bar of a finished game: each side's chance to win, and marks at the plays that cost most
// of it (/api/v1/games/ID/chances). A list below the board leads to those plays.
import { cardText, element } from "./cards.js";

const NS = "http://www.w3.org/2000/svg", HEIGHT = 100;
const percent = (thousandths) => `${Math.round(thousandths / 10)} %`;

function svg(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

class Chances {
  constructor(table, data) {
    this.table = table;
    this.sides = [...new Set(table.watch.sides)].sort().map((side) => table.names.filter((_, seat) => table.watch.sides[seat] === side).join(" + "));
    this.lines = this.sides.map((_, side) => data.hands.flatMap(({ chances }) => chances[side] ?? [null]));
    for (const line of this.lines) line.forEach((value, i) => (line[i] = value ?? line[i - 1] ?? 500));
    this.words = element("p", { class: "soft odds" });
    this.draw();
    this.mark(data.dear);
    this.list(data.dear);
    this.show();
  }

  x(place) {
    return (place / Math.max(1, this.table.places - 1)) * 1000;
  }

  // Two sides share one line; with more, each side has its own.
  draw() {
    const chart = svg("svg", { class: "odds-chart", viewBox: `0 0 1000 ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    const points = (line) => line.map((value, place) => `${this.x(place).toFixed(1)},${(HEIGHT - value / 10).toFixed(1)}`).join(" ");
    if (this.lines.length === 2) chart.append(svg("rect", { class: "side-1", width: 1000, height: HEIGHT }), svg("polygon", { class: "side-0", points: `0,${HEIGHT} ${points(this.lines[0])} 1000,${HEIGHT}` }));
    else chart.append(...this.lines.map((line, side) => svg("polyline", { class: `side-${side}`, points: points(line) })));
    chart.append(svg("line", { class: "half", x2: 1000, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    for (const start of this.table.starts.slice(1)) chart.append(svg("line", { class: "half", x1: this.x(start), x2: this.x(start), y2: HEIGHT }));
    this.here = svg("line", { class: "here", y2: HEIGHT });
    chart.append(this.here);
    chart.addEventListener("click", ({ clientX }) => {
      const box = chart.getBoundingClientRect();
      this.table.goPlace(Math.round(((clientX - box.left) / box.width) * (this.table.places - 1)));
    });
    this.table.range.before(this.words, element("div", { class: "odds-room" }, chart));
  }

  place({ hand, step }) {
    return this.table.starts[hand - 1] + step;
  }

  mark(dear) {
    this.table.marks.append(...dear.map((play) => {
      const made = element("i");
      made.style.left = `${this.x(this.place(play)) / 10}%`;
      return made;
    }));
  }

  list(dear) {
    const rows = dear.map((play) => element("li", {}, element("a", { href: `#${play.hand}.${play.step}`, text: `Hand ${play.hand}: ${this.table.names[play.seat]} played ${cardText(play.action)}` }), ` for ${cardText(play.best)}, `, element("b", { text: `\u2212${percent(play.cost)}` })));
    if (rows.length) this.table.board.main.append(element("details", { class: "dear" }, element("summary", { text: "The plays that cost most" }), element("p", { class: "soft", text: "If all cards were known, another play would have been better. The figure is the chance to win that it cost." }), element("ol", {}, ...rows)));
  }

  show() {
    const place = this.table.place();
    this.here.setAttribute("x1", this.x(place));
    this.here.setAttribute("x2", this.x(place));
    this.words.replaceChildren("Chance to win, all cards known: ", ...this.lines.map((line, side) => element("span", { class: `odds-side side-${side}`, text: `${this.sides[side]} ${percent(line[place])}` })));
  }
}

export const showChances = (table, data) => new Chances(table, data);
