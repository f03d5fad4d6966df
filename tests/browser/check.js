"use strict";
// Looks at the pages through Chromium; prints what is wrong and ends with 1 if anything is.
const fs = require("fs");
const { launch, patience } = require("./browser.js");
const axe = require("axe-core");
const start = process.argv[2], shots = process.env.SHOTS;
const WIDTHS = [360, 1280], SCHEMES = ["light", "dark"]; // in all of which a page is read through
const MORE_WIDTHS = [[768, "light"], [1920, "dark"]]; // at which it must fit; PICTURES=all: and is pictured
const BUDGET = 60000; // bytes of scripts and styles that a page loads, before compression
const faults = [];
let checks = 0;

function must(holds, text) {
  checks++;
  if (!holds) faults.push(text);
}

const json = async (path) => (await fetch(start + path)).json();

// Runs in the page: text whose colour is too near to what lies behind it (WCAG 2, AA).
function lowContrast() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [r, g, b], a: a / 255 };
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const { rgb, a } = read(getComputedStyle(at).backgroundColor);
      if (a > 0.99) return rgb;
    }
    return [255, 255, 255];
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!own || node.closest("[aria-hidden=true], :disabled, [aria-disabled=true], noscript") || !node.getClientRects().length) continue;
    const style = getComputedStyle(node);
    const ink = node instanceof SVGElement ? style.fill : style.color;
    const [a, b] = [light(read(ink).rgb), light(behind(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.push(`${node.tagName}.${node.className?.baseVal ?? node.className} "${node.textContent.trim().slice(0, 20)}" ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)].slice(0, 5);
}

// Runs in the page: what can be reached by Tab and does not show it.
function unnamed() {
  const found = [];
  for (const node of document.querySelectorAll("a[href], button, select, input, summary, [tabindex='0']")) {
    if (!node.getClientRects().length) continue;
    const name = node.getAttribute("aria-label") || node.textContent.trim() || node.labels?.[0]?.textContent || node.querySelector("img")?.alt;
    if (!name && !(node.tagName === "PRE")) found.push(node.outerHTML.slice(0, 80));
  }
  return found;
}

// The rules of axe-core, all but those that are only advice. They run in the page, past its policy.
async function judge(page, label) {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  must(passes.length > 10, `${label}: axe looked at ${passes.length} things only`);
  for (const { id, help, nodes } of violations) must(false, `${label}: ${id}: ${help}: ${nodes[0].html.slice(0, 100)}`);
}

// Nothing is wider than the window, but what moves in a box of its own.
async function fits(page, width, label) {
  const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  const culprit = wide <= 0 ? "" : await page.evaluate(() => [...document.querySelectorAll("body *")]
    .filter((at) => at.getBoundingClientRect().right > innerWidth && !at.closest(".scroll"))
    .map((at) => `${at.localName}.${at.className} ${at.textContent.slice(0, 40)}`).slice(-1)[0]);
  must(wide <= 0, `${label}: ${wide} pixels too wide at ${width}: ${culprit}`);
}

async function lookAt(page, name, path, label) {
  const answer = await page.goto(start + path);
  must(answer.status() === (name === "404" ? 404 : 200), `${label}: status ${answer.status()}`);
  if (path.startsWith("/game/")) await page.locator("#check").waitFor();
  if (path.startsWith("/live/") && !path.endsWith("/chat")) await page.locator("#hand ol li").nth(3).waitFor();
  const parts = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\.(m?js|css)$/.test(name)));
  let bytes = 0;
  for (const part of new Set(parts)) bytes += (await (await fetch(part)).arrayBuffer()).byteLength;
  must(bytes > 0 && bytes <= BUDGET, `${label}: ${bytes} bytes of scripts and styles, of ${BUDGET}`);
  const nameless = await page.evaluate(unnamed);
  must(nameless.length === 0, `${label}: without a name: ${nameless.join("; ")}`);
  const picture = (width, kind) => page.screenshot({ path: `${shots}/${`${label}-${width}-${kind}.png`.replaceAll(" ", "-")}`, fullPage: true });
  for (const [width, scheme] of MORE_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await fits(page, width, label);
    if (process.env.PICTURES === "all") await picture(width, scheme);
  }
  // On paper there is no way to move what is too wide, and nothing to press.
  await page.setViewportSize({ width: 720, height: 900 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await fits(page, 720, `${label}, printed`);
  must(!(await page.locator("header nav").isVisible()), `${label}: the menu is printed`);
  if (process.env.PICTURES === "all") await picture(720, "print");
  await page.emulateMedia({ media: "screen" });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page, width, label);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      const low = await page.evaluate(lowContrast);
      must(low.length === 0, `${label}: contrast, ${scheme}: ${low.join("; ")}`);
      if ((width === WIDTHS[0]) === (scheme === SCHEMES[0])) await judge(page, `${label}, ${width}, ${scheme}`);
      if (process.env.PICTURES) await picture(width, scheme);
    }
  }
}

// On a tablet the tables of ladders and games fit as they are.
async function fitTables(page, paths) {
  await page.setViewportSize({ width: 768, height: 900 });
  for (const path of paths) {
    await page.goto(start + path);
    const wide = await page.evaluate(() => [...document.querySelectorAll(".scroll")].filter((box) => /^(Ladder|Games)/.test(box.ariaLabel) && box.scrollWidth > box.clientWidth).map((box) => `${box.ariaLabel} by ${box.scrollWidth - box.clientWidth}`));
    must(wide.length === 0, `${path}: at 768 pixels too wide: ${wide.join()}`);
  }
}

// Every page at every width in both schemes; whatever the browser complains of is a fault, but for chances that the server
// has not computed yet (askAgain).
async function everyPage(browser, pages) {
  const page = await browser.newPage();
  const notYet = (message) => message.location().url.endsWith("/chances") && message.text().includes("status of 503");
  let label = "";
  page.on("console", (message) => must(!["error", "warning"].includes(message.type()) || label === "404" || notYet(message), `${label}: ${message.text()}`));
  page.on("pageerror", (error) => must(false, `${label}: ${error.message}`));
  page.on("dialog", (dialog) => must(false, `${label}: a script of somebody else's ran`) || dialog.dismiss());
  page.on("request", (request) => must(request.url().startsWith(start), `${label}: asks for ${request.url()}`));
  for (const [name, path] of Object.entries(pages)) {
    label = name;
    await lookAt(page, name, path, name);
  }
  await page.close();
}

const cardsOf = (page) => page.locator("#table .seat .slot").count();

async function playTable(page, path, label) {
  await page.goto(start + path);
  await page.locator("#check").waitFor();
  const table = page.locator("#table");
  must(await table.isVisible(), `${label}: no table`);
  const before = await cardsOf(page), range = table.locator("input");
  const { hands: watched } = await json(`/api/v1/games/${path.split("/").pop()}/watch`);
  const steps = watched[0].steps.length, places = watched.reduce((sum, hand) => sum + hand.steps.length + 1, 0);
  must(Number(await range.getAttribute("max")) === places - 1, `${label}: the scrub bar has not ${places} places`);
  const next = table.getByRole("button", { name: "One step on" });
  const hint = table.locator(".hint"), hints = new Set();
  const { hints: advised } = await json(`/api/v1/games/${path.split("/").pop()}/hints?hand=1`);
  await hint.filter({ hasText: advised[0].why }).waitFor({ timeout: patience(5000) }).catch(() => must(false, `${label}: no hint at the first step`));
  let offered = 0, hinted = 0, changes = 0, said = "", trick = "";
  await next.focus();
  for (let i = 0; i < steps; i++) {
    if (i < 3) await page.keyboard.press("ArrowRight");
    else await next.click();
    const words = await table.locator("p[aria-live]").textContent();
    changes += words !== said; // the same may come again, as each draws card after card
    said = words;
    const lying = table.locator(".trick .pc");
    if (await lying.count()) trick = await lying.first().getAttribute("aria-label");
    offered += (await table.locator(".may").textContent()).includes(" may ");
    const advice = await hint.textContent();
    hinted += advice.startsWith("basic would ") && advice.endsWith(advised[i + 1]?.why);
    hints.add(advice);
  }
  must(offered * 2 >= steps, `${label}: only ${offered} steps say what could be done`);
  must(advised.length === steps && hinted === steps - 1, `${label}: ${hinted} of ${steps - 1} steps have their hint`);
  must(hints.size > 3 || steps < 10, `${label}: the hint does not change with the step`);
  must((await hint.textContent()) === "", `${label}: a hint when the hand is over`);
  must(Number(await range.inputValue()) === steps, `${label}: the hand has not ${steps} steps`);
  await range.fill(String(places - 1));
  await page.keyboard.press("ArrowLeft");
  await next.focus();
  await page.keyboard.press("ArrowRight");
  must((await next.getAttribute("aria-disabled")) === "true", `${label}: something comes after the last step`);
  must(await next.evaluate((node) => document.activeElement === node), `${label}: at the last step the button loses the focus`);
  await range.focus();
  await page.keyboard.press("PageUp");
  for (let hand = 1; hand < watched.length; hand++) await page.keyboard.press("PageUp");
  await page.keyboard.press("End");
  must(Number(await range.inputValue()) === steps, `${label}: keys do not find the end of the first hand`);
  const first = watched[0].steps;
  if (first.some((step) => step.phase === "play" && !step.action.startsWith("claim"))) must(/^.+: .+ of |^.+: .*joker/.test(trick), `${label}: a card of a trick is told without its player: ${trick}`);
  must(changes > steps / 2, `${label}: the words do not follow the steps`);
  if (steps > 20) must((await cardsOf(page)) < before || before < 20, `${label}: no card was played`);
  await range.focus();
  await page.keyboard.press("Home");
  must((await cardsOf(page)) === before, `${label}: the way back ends elsewhere`);
  await table.getByLabel("Cards seen by").selectOption({ index: 1 });
  const seen = await json(`/api/v1/games/${path.split("/").pop()}/watch`);
  must(((await hint.textContent()) !== "") === (seen.hands[0].steps[0].seat === 0), `${label}: a seat is told the hint of another`);
  const down = await table.locator(".seat .back").count();
  must(down > 0 || before < 20, `${label}: a seat sees all cards`);
  await table.getByLabel("Hand").selectOption({ index: (await table.getByLabel("Hand").locator("option").count()) - 1 });
  await table.getByRole("button", { name: "Play or pause" }).click();
  const moved = await page.waitForFunction((from) => Number(document.querySelector("#table input").value) > from, Number(await range.inputValue()), { timeout: patience(5000) }).catch(() => null);
  must(moved, `${label}: it does not play by itself`);
}

// Returns the chances of a game when they are computed. The server does that at the lowest priority, so a busy machine
// needs minutes for it.
async function chancesOf(game) {
  for (const end = Date.now() + patience(200000); Date.now() < end; ) {
    const answer = await fetch(`${start}/api/v1/games/${game}/chances`).catch(() => null); // a connection has an end
    if (answer && answer.status !== 503) return answer.json();
    await new Promise((go) => setTimeout(go, 1000));
  }
  throw new Error(`the chances of ${game} are not computed`);
}

// A page that is told that its chances are not computed yet asks again, and shows them when they come.
async function askAgain(page, path) {
  let asked = 0;
  await page.clock.install();
  await page.route("**/chances", (route) => (asked++ < 2 ? route.fulfill({ status: 503, json: { error: "too many" } }) : route.continue()));
  await page.goto(start + path);
  for (const end = Date.now() + patience(20000); asked < 3 && Date.now() < end; await page.clock.fastForward(10000)) {
    must((await page.locator(".odds-chart").count()) === 0, "chances, refused: they are shown");
    await new Promise((go) => setTimeout(go, 50));
  }
  must(asked === 3, `chances, refused twice: asked for ${asked} times`);
  await page.locator(".odds-chart").waitFor({ timeout: patience(15000) }).catch(() => must(false, "chances, refused: they do not come later"));
  await page.close();
}

// Over the scrub bar: a chance for each side, marks and a list of the plays that cost most, of which each is a way there.
async function seeChances(page, path, label) {
  const id = path.split("/").pop(), { hands, dear } = await chancesOf(id);
  const { hands: watched } = await json(`/api/v1/games/${id}/watch`);
  for (const [i, { chances }] of hands.entries()) for (const list of chances) must(list.length === watched[i].steps.length + 1, `${label}: hand ${i + 1} has ${list.length} chances`);
  await page.goto(start + path);
  await page.locator(".odds-chart").waitFor({ timeout: patience(15000) });
  must((await page.locator(".odds-side").count()) === hands.find(({ chances }) => chances.length).chances.length, `${label}: not every side has a chance`);
  must((await page.locator(".marks-bar i").count()) === dear.length, `${label}: ${dear.length} dear plays, and other marks`);
  if (dear.length === 0) return;
  await page.locator(".dear summary").click();
  await page.locator(".dear a").first().click();
  const { hand, step, cost } = dear[0], place = watched.slice(0, hand - 1).reduce((sum, { steps }) => sum + steps.length + 1, step);
  const led = await page.waitForFunction((to) => Number(document.querySelector("#table input").value) === to, place, { timeout: patience(5000) }).catch(() => null); // a link's hashchange comes later than its click
  must(led, `${label}: the dearest play leads to place ${await page.locator("#table input").inputValue()}, not ${place}`);
  must((await page.locator(".dear li").first().textContent()).endsWith(`\u2212${Math.round(cost / 10)} %`), `${label}: the list does not say what it cost`);
  await page.locator(".odds-chart").click({ position: { x: 1, y: 5 } });
  must(Number(await page.locator("#table input").inputValue()) < 3, `${label}: a click on the chances leads elsewhere`);
}

// The board grows with the page: the cards of the hand at the bottom lie on the table, apart, and a link opens a step.
async function lookAtBoard(page, path, label) {
  const { hands } = await json(`/api/v1/games/${path.split("/").pop()}/watch`), second = Math.min(1, hands.length - 1);
  const places = second ? hands[0].steps.length + 1 : 0, step = Math.min(3, hands[second].steps.length);
  const range = page.locator("#table input");
  let before = 0;
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.goto("about:blank"); // else a new hash loads nothing
    await page.goto(`${start}${path}#${second + 1}.${step}`);
    await page.locator("#check").waitFor();
    must(Number(await range.inputValue()) === places + step, `${label}: #${second + 1}.${step} opens place ${await range.inputValue()}`);
    const { card, steps, outside } = await page.evaluate(() => {
      const felt = document.querySelector(".felt").getBoundingClientRect();
      const boxes = [...document.querySelectorAll(".seat .slot")].map((slot) => slot.getBoundingClientRect());
      const hand = [...document.querySelector(".seat.at-s .hand:last-child").children].map((slot) => slot.getBoundingClientRect());
      return { card: hand[0].width, steps: hand.slice(1).map((box, i) => box.left - hand[i].left), outside: boxes.filter((box) => box.left < felt.left || box.right > felt.right || box.top < felt.top || box.bottom > felt.bottom).length };
    });
    must(outside === 0, `${label}: ${outside} cards lie beside the table at ${width}`);
    must(card >= 40 && card >= before, `${label}: a card is ${card} pixels wide at ${width}, after ${before}`);
    must(steps.every((apart) => apart >= 14), `${label}: cards lie ${steps} pixels apart at ${width}`);
    before = card;
  }
  must(before > 90, `${label}: on a wide page a card has only ${before} pixels`);
  await page.goto("about:blank");
  await page.goto(`${start}${path}#hand-${second + 1}`); // as links without a step have it
  await page.locator("#check").waitFor();
  must(Number(await range.inputValue()) === places, `${label}: #hand-${second + 1} opens place ${await range.inputValue()}`);
  await page.goto("about:blank");
  await page.goto(`${start}${path}#${second + 1}.${step}`);
  await page.locator("#check").waitFor();
  await range.focus();
  await page.keyboard.press("ArrowLeft");
  const named = step ? `#${second + 1}.${step - 1}` : "#1.0";
  const told = await page.waitForFunction((hash) => location.hash === hash, named, { timeout: patience(5000) }).catch(() => null);
  must(told || hands.length < 2, `${label}: the address says ${await page.evaluate(() => location.hash)}, not ${named}`);
  await page.getByLabel("Colours of suits").selectOption("four");
  const colours = await page.evaluate(() => new Set(["S", "C", "D", "H"].flatMap((suit) => [...document.querySelectorAll(`.pc.suit-${suit}`)].slice(0, 1)).map((card) => getComputedStyle(card).color)).size);
  const suits = await page.evaluate(() => ["S", "C", "D", "H"].filter((suit) => document.querySelector(`.pc.suit-${suit}`)).length);
  must(colours === suits, `${label}: ${suits} suits have ${colours} colours`);
  await page.getByLabel("Colours of suits").selectOption("two");
  await page.setViewportSize({ width: 360, height: 900 });
}

// A card that is played flies to the trick, but not for a reader who wants no motion.
async function seeMotion(page, path) {
  const { hands } = await json(`/api/v1/games/${path.split("/").pop()}/watch`);
  const hand = hands.findIndex(({ steps }) => steps.some(({ phase }) => phase === "play")), step = hands[hand]?.steps.findIndex(({ phase }) => phase === "play");
  for (const [motion, wanted] of [["no-preference", 1], ["reduce", 0]]) {
    await page.emulateMedia({ reducedMotion: motion });
    await page.goto("about:blank");
    await page.goto(`${start}${path}#${hand + 1}.${step}`);
    const button = page.getByRole("button", { name: "One step on" });
    await button.waitFor();
    const moving = await button.evaluate((node) => {
      node.click();
      return document.getAnimations().length;
    });
    must(wanted ? moving > 0 : moving === 0, `motion ${motion}: ${moving} cards move`);
  }
  await page.emulateMedia({ reducedMotion: null });
}

// The games before and after it, and its number as a short name.
async function walkGames(page, games) {
  const [newest, older] = games;
  await page.goto(`${start}/game/${older.game}`);
  await page.getByRole("link", { name: "Next game" }).click();
  must(page.url() === `${start}/game/${newest.game}`, `next game leads to ${page.url()}`);
  await page.getByRole("link", { name: "Previous game" }).click();
  must(page.url() === `${start}/game/${older.game}`, `previous game leads to ${page.url()}`);
  await page.goto(`${start}/game/${newest.seq}`);
  must(page.url() === `${start}/game/${newest.game}`, `number ${newest.seq} leads to ${page.url()}`);
}

// Names and score stand at a live table before anything of its hand is told.
async function seeLiveAtOnce(page, game) {
  const { players } = await json(`/api/v1/tables/${game}`);
  await page.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body: "retry: 100000\n\n" }));
  await page.goto(`${start}/live/${game}`);
  await page.locator("#live .felt-text").filter({ hasText: "is being played" }).waitFor({ timeout: patience(15000) });
  const names = await page.locator("#live .seat .name").allTextContents();
  must(names.sort().join() === players.map(({ name }) => name).sort().join(), `live: at once ${names.join()} sit there`);
  must((await page.locator("#live .score").count()) === 2, "live: no score from the first moment");
  await page.unrouteAll();
}

async function proveDeals(page, path, label) {
  await page.goto(start + path);
  await page.getByRole("button", { name: "Deal again" }).click();
  await page.locator("#check li").filter({ hasText: /All checks passed|Not proved/ }).waitFor({ timeout: patience(20000) });
  must((await page.locator("#check li.bad").count()) === 0, `${label}: ${await page.locator("#check li").last().textContent()}`);
}

// A season's signature fits, does not fit where the table was changed, and is not said to be either where the browser cannot
// tell. A browser without Ed25519 is lent that of node: what the page does with it is checked in any case.
async function checkSeason(browser) {
  const page = await (await browser.newContext()).newPage();
  const status = page.locator("#signature [role=status]");
  const said = async () => {
    await page.goto(`${start}/season/old`);
    await page.getByRole("button", { name: "Check it" }).click();
    await status.filter({ hasText: /\w/ }).waitFor({ timeout: patience(15000) });
    return status.textContent();
  };
  await page.goto(`${start}/season/old`);
  const own = await page.evaluate(() => crypto.subtle.generateKey("Ed25519", false, ["verify", "sign"]).then(() => true, () => false));
  if (!own) {
    const { subtle } = require("crypto").webcrypto, whole = (list) => Uint8Array.from(list);
    await page.exposeFunction("lentVerify", async (key, signature, text) => subtle.verify("Ed25519", await subtle.importKey("raw", whole(key), "Ed25519", false, ["verify"]), whole(signature), whole(text)));
    await page.addInitScript(() => {
      crypto.subtle.generateKey = async () => ({});
      crypto.subtle.importKey = async (kind, bytes) => [...bytes];
      crypto.subtle.verify = (kind, key, signature, text) => window.lentVerify(key, [...signature], [...text]);
    });
  }
  const first = await said();
  must(/is valid for/.test(first), `season: ${first}`);
  const season = await json("/api/v1/seasons/old");
  const changed = structuredClone(season);
  changed.final.table += " ";
  await page.route("**/api/v1/seasons/old", (route) => route.fulfill({ json: changed }));
  const second = await said();
  must(/is NOT valid/.test(second), `season, changed: ${second}`);
  await page.addInitScript(() => { crypto.subtle.generateKey = () => Promise.reject(new DOMException("none", "NotSupportedError")); });
  const third = await said();
  must(/cannot be checked in this browser/.test(third) && !/is valid|NOT/.test(third), `season, without Ed25519: ${third}`);
  await page.context().close();
}

// A record that was changed must be found out: another seed, another hand, another dealer.
async function catchLies(page, game) {
  const record = await json(`/api/v1/games/${game}/record`);
  const lies = {
    "commitment": (r) => { r.fair.seed = r.fair.seed.replace(/^./, (c) => (c === "0" ? "1" : "0")); },
    "mix": (r) => { r.fair.nonces[0] += "00"; },
    "first dealer": (r) => { r.dealer = (r.dealer + 1) % r.players.length; },
    "hand 1": (r) => { delete r.hands[0].deal.deck; const h = r.hands[0].deal.hands; [h[0][0], h[1][0]] = [h[1][0], h[0][0]]; },
    "hand 1: the shuffle": (r) => { const d = r.hands[0].deal.deck; [d[0], d[1]] = [d[1], d[0]]; },
  };
  for (const [word, change] of Object.entries(lies)) {
    const changed = structuredClone(record);
    change(changed);
    await page.unrouteAll();
    await page.route("**/record", (route) => route.fulfill({ json: changed }));
    await page.goto(`${start}/game/${game}`);
    await page.getByRole("button", { name: "Deal again" }).click();
    const bad = page.locator("#check li.bad");
    await bad.waitFor({ timeout: patience(20000) });
    must((await bad.textContent()).includes(word), `a lie about ${word}: ${await bad.textContent()}`);
  }
  await page.unrouteAll();
}

const allow = (answers) => fs.appendFileSync(process.env.GATE, answers);

const liveGame = async () => {
  for (let tries = 0; tries < 200; tries++) {
    const { tables } = await json("/api/v1/tables");
    if (tables.length) return tables[0].game;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("no game is under way");
};

// The table goes on by itself when the bots do, stands still when told to, and goes back and on by its buttons.
async function watchLive(page, game) {
  await page.goto(`${start}/live`);
  await page.getByRole("link", { name: game }).click();
  const table = page.locator("#live"), hand = page.locator("#hand ol"), log = hand.locator("li");
  await log.first().waitFor();
  must(!(await page.locator("#plain").isVisible()), "live: the plain list is shown beside the table");
  const goesOn = async (before) => page.waitForFunction((n) => document.querySelectorAll("#hand ol li").length !== n, before, { timeout: patience(15000) }).then(() => true, () => false);
  const before = await log.count();
  allow("x");
  must(await goesOn(before), `live: the table does not go on after ${before} steps`);
  must((await table.locator(".seat .back").count()) > 8, "live: no hidden cards lie there");
  await table.getByRole("button", { name: "Follow or pause" }).click();
  const still = await hand.textContent();
  allow("x");
  await page.waitForTimeout(1500);
  must((await hand.textContent()) === still, "live: a table that pauses goes on");
  await table.getByRole("button", { name: "One step back" }).click();
  const earlier = await hand.textContent();
  must(earlier !== still, "live: no way back");
  await table.getByRole("button", { name: "To the newest" }).click();
  must((await hand.textContent()) !== earlier, "live: no way to the newest");
}

// The pace at which steps are shown, by a clock of its own: whatever the table does, the page is not behind for ever,
// and a table that takes its time is shown a step at a time.
async function keepPace(page) {
  await page.goto(`${start}/live`);
  const found = await page.evaluate(async () => {
    const { Pace, BEHIND_MAX } = await import("/static/pace.js");
    const faults = [];
    for (const { every, count, most, name } of [
      { every: 2000, count: 1, most: 1, name: "a step in two seconds" },
      { every: 500, count: 1, most: 10, name: "two in a second" },
      { every: 100, count: 1, most: 60, name: "ten in a second" },
      { every: 100, count: 30, most: BEHIND_MAX, name: "300 in a second" },
      { every: 20000, count: 60, most: 90, name: "a hand in 20 seconds" },
      { every: 60000, count: 60, most: 60, name: "a hand in a minute" },
    ]) {
      const pace = new Pace();
      let behind = 0, worst = 0, low = Infinity, largest = 0;
      for (let now = 0; now < 300000; now += 100) {
        if (now % every === 0) for (let i = 0; i < count; i++, behind++) pace.came(now);
        const due = pace.due(now, behind);
        if (due < 0 || due > behind) faults.push(`${name}: ${due} of ${behind}`);
        behind -= due;
        if (now > 60000) [worst, low, largest] = [Math.max(worst, behind), Math.min(low, behind), Math.max(largest, due)];
      }
      if (worst > most) faults.push(`${name}: ${worst} steps behind`);
      if (count < 30 && low > 1) faults.push(`${name}: never nearer than ${low} steps`);
      if (every >= 2000 && largest > 1) faults.push(`${name}: ${largest} steps at once`);
    }
    return faults;
  });
  must(found.length === 0, `pace: ${found.join("; ")}`);
}

// What is told of the hand that is under way, some steps of it at least.
async function statesOf(game) {
  for (let tries = 0; tries < 200; tries++) {
    const { states } = await json(`/api/v1/tables/${game}`);
    if (states.length > 2) return states;
    if (tries % 20 === 19) allow("x"); // who comes is told the hand so far as one state
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nothing is told of the game");
}

// A table that is much quicker than cards are laid: what is read out changes seldom, and the page follows.
async function followQuickTable(page, game) {
  const states = await statesOf(game);
  let number = 0;
  await page.route("**/events", (route) => {
    const events = Array.from({ length: 20 }, () => `id: 0-${++number}\ndata: ${JSON.stringify(states[number % states.length])}\n\n`);
    route.fulfill({ contentType: "text/event-stream", body: "retry: 100\n\n" + events.join("") });
  });
  await page.goto(`${start}/live/${game}`);
  await page.locator("#live .felt").waitFor();
  await page.evaluate(() => {
    window.changes = 0;
    new MutationObserver(() => window.changes++).observe(document.querySelector("#live [role=status]"), { childList: true, characterData: true, subtree: true });
  });
  const behind = [], began = Date.now();
  for (let i = 0; i < 20 || (number <= 400 && i < 120); i++) { // a slow machine asks less often
    await page.waitForTimeout(500);
    behind.push(Number((await page.locator("#live").textContent()).match(/(\d+) steps behind/)?.[1] ?? 0));
  }
  const changes = await page.evaluate(() => window.changes);
  const seconds = (Date.now() - began) / 1000; // of a line in five, on a slow machine more than ten
  must(changes <= 1 + seconds / 5, `live: what is read out changes ${changes} times in ${seconds} s`);
  must(number > 400 && Math.max(...behind.slice(10)) <= 200, `live: of ${number} steps ${behind.join(" ")} behind`);
  // What is pressed stays where it is until it is released.
  await page.evaluate(() => {
    window.drawn = [];
    addEventListener("pointerdown", () => (window.down = performance.now()));
    new MutationObserver(() => window.drawn.push(performance.now() - (window.down ?? Infinity))).observe(document.querySelector("#hand"), { childList: true, subtree: true });
  });
  await page.mouse.move(5, 5);
  await page.mouse.down();
  const pressed = Date.now();
  for (let i = 0; i < 3; i++) await page.waitForRequest("**/events"); // of twenty steps each
  const lasted = Date.now() - pressed;
  await page.mouse.up();
  await page.waitForFunction(() => window.drawn.some((at) => at > 0), null, { timeout: patience(15000) }).catch(() => must(false, "live: the table stands still after a press"));
  const drawn = (await page.evaluate(() => window.drawn)).filter((at) => at > 0 && at < Math.min(lasted, 900));
  must(drawn.length === 0, `live: a button moves ${drawn.length} times in ${lasted} ms while it is pressed`);
  await page.unrouteAll();
}

// The arena was killed and goes on: the hand comes again from its start, nothing of the old one stays.
async function followOverGap(page, game) {
  const states = await statesOf(game);
  let calls = 0;
  await page.route("**/events", (route) => {
    const event = (state, i) => `id: ${calls}-${i + 1}\ndata: ${JSON.stringify(state)}\n\n`;
    calls++;
    if (calls === 1) return route.fulfill({ contentType: "text/event-stream", body: "retry: 100\n\n" + states.map(event).join("") });
    if (calls === 2) return route.fulfill({ status: 404, json: { error: "no such game is under way" } });
    if (calls === 3) return route.fulfill({ contentType: "text/event-stream", body: "retry: 100000\n\nevent: gap\ndata: {}\n\n" + states.slice(0, 1).map(event).join("") });
    return route.abort();
  });
  await page.goto(`${start}/live/${game}`);
  for (let tries = 0; tries < 150 && calls < 3; tries++) await page.waitForTimeout(100);
  await page.waitForTimeout(500);
  const lone = await page.waitForFunction((n) => document.querySelectorAll("#hand ol li").length === n, states[0].news.length, { timeout: patience(15000) }).then(() => true, () => false);
  must(calls >= 3 && lone, `live: after a gap (${calls} streams) the table does not begin again`);
  await page.unrouteAll();
}

// A spectator says something on the page, and with a page of its own where there are no scripts; a name that is
// none is told to be so, and words that are markup stay words.
async function talk(browser, page, game) {
  const words = "<script>alert(1)</script><img src=x onerror=alert(2)>";
  page.on("dialog", (dialog) => must(false, "chat: a script of somebody else's ran") || dialog.dismiss());
  await page.goto(`${start}/live/${game}`);
  const form = page.locator("form.say");
  await form.waitFor();
  await form.getByLabel("Your name").fill("eve");
  await form.getByLabel("What you say").fill(words);
  await form.getByRole("button").click({ delay: 100 }); // as long as a finger presses
  await page.locator("#said li").filter({ hasText: words }).waitFor({ timeout: patience(15000) });
  await page.locator("#say-status").filter({ hasText: "Sent" }).waitFor({ timeout: patience(15000) }); // it clears the field
  must((await page.locator("#said li script, #said li img").count()) === 0, "chat: words became markup");
  must(page.url() === `${start}/live/${game}`, "chat: the form leaves the page");
  await form.getByLabel("Your name").evaluate((node) => { node.removeAttribute("pattern"); });
  await form.getByLabel("Your name").fill("<script>");
  await form.getByLabel("What you say").fill("a");
  await form.getByRole("button").click();
  await page.locator("#say-status").filter({ hasText: "name: expected" }).waitFor({ timeout: patience(15000) });
  await page.route("**/chat", (route) => route.abort());
  await form.getByRole("button").click();
  await page.locator("#say-status").filter({ hasText: "does not answer" }).waitFor({ timeout: patience(15000) });
  await page.unrouteAll();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${start}/live/${game}/chat`);
  await plain.getByLabel("Your name").fill("bob");
  await plain.getByLabel("What you say").fill("without scripts");
  await plain.getByRole("button").click();
  await plain.locator("#said li").filter({ hasText: "without scripts" }).waitFor({ timeout: patience(15000) });
  must(plain.url() === `${start}/live/${game}`, `chat without scripts: it leads to ${plain.url()}`);
  await context.close();
}

// The same without scripts, which comes again by itself.
async function watchPlainly(browser, game) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${start}/live/${game}`);
  const steps = await page.locator("#plain ol li").count();
  must(steps > 5, `live without scripts: ${steps} steps`);
  allow("x");
  // It may come again before the bot whose turn it is has answered.
  const end = Date.now() + patience(15000);
  let came = true;
  while (came && (await page.locator("#plain ol li").count()) === steps)
    came = await page.waitForEvent("load", { timeout: Math.max(1, end - Date.now()) }).then(() => true, () => false);
  must(came, "live without scripts: it does not come again");
  await context.close();
}

// The end of the game leads to its page.
async function watchEnd(page, game) {
  await page.goto(`${start}/live/${game}`);
  await page.locator("#live .felt").waitFor();
  allow("all");
  await page.locator("#live").getByRole("link", { name: /the whole game/ }).click({ timeout: patience(20000) });
  must(page.url() === `${start}/game/${game}`, `live: the end leads to ${page.url()}`);
}

async function withoutScripts(browser, game, tricks) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${start}/game/${game}`);
  must(!(await page.locator("#table").isVisible()), "without scripts: an empty table is shown");
  must((await page.locator("td.won").count()) === tricks, "without scripts: not every trick is listed");
  must((await page.locator("noscript p").count()) === 1, "without scripts: nothing says how to check the shuffle");
  await context.close();
}

async function main() {
  const games = (await json("/api/v1/recent?limit=100")).games;
  const byRules = Object.fromEntries(games.map((game) => [game.ruleset.split("+")[0], game.game]));
  const pages = { home: "/", games: "/games", bot: "/bot/basic-1", rules: "/rules", preset: "/rules/american", connect: "/connect", protocol: "/protocol", play: "/play", tournaments: "/tournaments", tournament: "/tournament/swiss", knockout: "/tournament/knockout", season: "/season/old", found: "/games?bot=basic-1&against=random-2", search: "/search?q=a", standings: "/standings", about: "/about", history: "/history", 404: "/nothing" };
  for (const [rules, game] of Object.entries(byRules)) pages["game " + rules] = `/game/${game}`;
  const live = await liveGame();
  Object.assign(pages, { live: "/live", "live table": `/live/${live}`, "live talk": `/live/${live}/chat` });
  // ONLY=word: those pages alone, for whoever works on one.
  const only = process.env.ONLY;
  for (const name of Object.keys(pages)) if (only && !name.includes(only)) delete pages[name];
  const browser = await launch();
  await everyPage(browser, pages);
  const page = await (await browser.newContext({ viewport: { width: 360, height: 900 } })).newPage();
  page.on("pageerror", (error) => must(false, error.message));
  await page.goto(`${start}/bot/basic-1`);
  const short = await page.getByRole("region", { name: "Best hands" }).getByRole("link").allTextContents();
  must(short.length > 0 && short.every((text) => /^Game [1-9]\d*, hand \d+$/.test(text)), `best hands: ${short.join("; ")}`);
  for (const [rules, game] of only ? [] : Object.entries(byRules)) {
    await playTable(page, `/game/${game}`, `table ${rules}`);
    await proveDeals(page, `/game/${game}`, `proof ${rules}`);
    await lookAtBoard(page, `/game/${game}`, `board ${rules}`);
    await seeChances(page, `/game/${game}`, `chances ${rules}`);
  }
  const game = byRules[Object.keys(byRules).find((rules) => rules.startsWith("wikipedia"))], watch = await json(`/api/v1/games/${game}/watch`);
  await fitTables(page, ["/", "/standings", "/games"]);
  await page.setViewportSize({ width: 360, height: 900 });
  await checkSeason(browser);
  await catchLies(page, game);
  const winners = watch.hands.flatMap((hand) => hand.steps).filter((step) => step.winner !== undefined);
  await withoutScripts(browser, game, winners.length);
  await walkGames(page, games);
  await askAgain(await browser.newPage(), `/game/${game}`);
  await seeMotion(page, `/game/${game}`);
  await keepPace(page);
  await seeLiveAtOnce(page, live);
  await followQuickTable(page, live);
  await followOverGap(page, live);
  await watchLive(page, live);
  await watchPlainly(browser, live);
  await talk(browser, page, live);
  await watchEnd(page, live);
  await browser.close();
  console.log(`${Object.keys(pages).length} pages, ${checks} checks`);
  for (const fault of faults.slice(0, 40)) console.log(fault);
  process.exit(faults.length || checks < 150 ? 1 : 0);
}

main().catch((error) => {
  for (const fault of faults.slice(0, 40)) console.log(fault);
  console.log(error.stack);
  process.exit(1);
});
