"use strict";
// What a reader does on the page of a finished game: goes through its steps, lets the browser compute the proof, looks at
// the chances, goes on to the next game; and the signature of a season.
const { launch, patience, until } = require("./browser.js");
const { start, json, must, run, finishedGames, oneOfEach } = require("./site.js");

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
  const found = await until(200000, async () => {
    const answer = await fetch(`${start}/api/v1/games/${game}/chances`).catch(() => null); // a connection has an end
    return answer?.status !== 503 && answer;
  }, 1000);
  if (!found) throw new Error(`the chances of ${game} are not computed`);
  return found.json();
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

// A page that is told that its chances are not computed yet asks again, and shows them when they come.
async function askAgain(page, path) {
  let asked = 0;
  await page.clock.install();
  await page.route("**/chances", (route) => (asked++ < 2 ? route.fulfill({ status: 503, json: { error: "too many" } }) : route.continue()));
  await page.goto(start + path);
  await until(20000, async () => {
    const shown = await page.locator(".odds-chart").count();
    must(!shown || asked === 3, "chances, refused: they are shown");
    await page.clock.fastForward(10000);
    return asked === 3;
  });
  must(asked === 3, `chances, refused twice: asked for ${asked} times`);
  await page.locator(".odds-chart").waitFor({ timeout: patience(15000) }).catch(() => must(false, "chances, refused: they do not come later"));
  await page.close();
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

async function proveDeals(page, path, label) {
  await page.goto(start + path);
  await page.getByRole("button", { name: "Deal again" }).click();
  await page.locator("#check li").filter({ hasText: /All checks passed|Not proved/ }).waitFor({ timeout: patience(20000) });
  must((await page.locator("#check li.bad").count()) === 0, `${label}: ${await page.locator("#check li").last().textContent()}`);
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
  const games = await finishedGames(), byRules = oneOfEach(games);
  const browser = await launch();
  const page = await (await browser.newContext({ viewport: { width: 360, height: 900 } })).newPage();
  page.on("pageerror", (error) => must(false, error.message));
  for (const [rules, game] of Object.entries(byRules)) {
    await playTable(page, `/game/${game}`, `table ${rules}`);
    await proveDeals(page, `/game/${game}`, `proof ${rules}`);
    await lookAtBoard(page, `/game/${game}`, `board ${rules}`);
    await seeChances(page, `/game/${game}`, `chances ${rules}`);
  }
  const game = byRules.wikipedia, watch = await json(`/api/v1/games/${game}/watch`);
  const winners = watch.hands.flatMap((hand) => hand.steps).filter((step) => step.winner !== undefined);
  await catchLies(page, game);
  await withoutScripts(browser, game, winners.length);
  await walkGames(page, games);
  await askAgain(await browser.newPage(), `/game/${game}`);
  await seeMotion(page, `/game/${game}`);
  await checkSeason(browser);
  await browser.close();
}

run(main, 150);
