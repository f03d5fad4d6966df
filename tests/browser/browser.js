"use strict";
// browser.js - the browser of the tests: Chromium, whose limits grow on a slow machine.
const { chromium } = require("playwright-core");

// A limit in ms on this machine; see tests/lib/await.sh.
const patience = (msec) => msec * Number(process.env.AVONDALE_TEST_SLOWNESS || 1);

// Asks until the answer of `met` is true, as long as that on this machine. Returns the last answer.
async function until(msec, met, pause = 50) {
  const end = Date.now() + patience(msec);
  let answer = await met();
  while (!answer && Date.now() < end) {
    await new Promise((go) => setTimeout(go, pause));
    answer = await met();
  }
  return answer;
}

async function launch() {
  const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
  const made = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await made(...options);
    context.setDefaultTimeout(patience(30000)); // also of a picture
    return context;
  };
  return browser;
}

module.exports = { launch, patience, until };
