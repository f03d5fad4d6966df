"use strict";
// site.js - the pages that a test looks at, and what it finds wrong with them.
const axe = require("axe-core");
const { until } = require("./browser.js");
const start = process.argv[2]; // http://HOST:PORT
const FAULTS_MAX = 40; // that are printed
const BUDGET = 60000; // bytes of scripts and styles that a page loads, before compression
const faults = new Set();
let checks = 0;

function must(holds, text) {
  checks++;
  if (!holds) faults.add(text);
}

const json = async (path) => (await fetch(start + path)).json();

// Finished games, newest first.
const finishedGames = async () => (await json("/api/v1/recent?limit=100")).games;

// Returns the oldest game of each ruleset in that list: {NAME: ID}.
const oneOfEach = (games) => Object.fromEntries(games.map((game) => [game.ruleset.split("+")[0], game.game]));

// Waits for a game under way; returns its ID.
async function liveGame() {
  const table = await until(10000, async () => (await json("/api/v1/tables")).tables[0]);
  if (!table) throw new Error("no game is under way");
  return table.game;
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

// The scripts and styles that a page has loaded are within the budget. Returns their bytes.
async function weigh(files, label) {
  let bytes = 0;
  for (const file of new Set(files)) bytes += (await (await fetch(file)).arrayBuffer()).byteLength;
  must(bytes > 0 && bytes <= BUDGET, `${label}: ${bytes} bytes of scripts and styles, of ${BUDGET}`);
  return bytes;
}

// Runs a test, prints its faults and ends the process: with 1 if there is one, or fewer checks than `least`, which a test
// that looked at nothing has.
async function run(test, least) {
  await test().catch((error) => must(false, error.stack));
  must(checks >= least, `only ${checks} checks, of ${least}`);
  console.log(`${checks} checks`);
  for (const fault of [...faults].slice(0, FAULTS_MAX)) console.log(fault);
  process.exit(faults.size ? 1 : 0);
}

module.exports = { start, json, must, run, judge, fits, weigh, finishedGames, oneOfEach, liveGame };
