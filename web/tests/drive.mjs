// The browser, and how rows drive it: the address of the page is in GRUNDY_PAGE, the browser in GRUNDY_BROWSER, the native
// program in GRUNDY_PROGRAM.
import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";

const { GRUNDY_BROWSER: executablePath, GRUNDY_PAGE: address } = process.env;
// After so many milliseconds something counts as what never ends: machines that run tests are busy.
const LONG = 300000;
export const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: LONG });
// What the page said on its console in the row that runs.
export const said = [];

export async function open(hash, { width = 1280, height = 800, theme = "light", lang = "en" } = {}) {
  const context = await browser.createBrowserContext(), page = await context.newPage();
  page.setDefaultTimeout(LONG);
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.evaluateOnNewDocument((lang, theme) => {
    if (!localStorage.getItem("lang")) localStorage.setItem("lang", lang);
    if (!localStorage.getItem("theme")) localStorage.setItem("theme", theme);
  }, lang, theme);
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(`error: ${error.stack ?? error}`));
  await page.goto(address + hash);
  await ready(page);
  return page;
}
// Nothing is being computed any more.
export async function ready(page) {
  await page.waitForFunction(() => document.querySelector("main > *") && !document.querySelector("[aria-busy=true]"), { timeout: LONG });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const go = async (page, hash) => {
  await page.evaluate((hash) => { location.hash = hash; }, hash);
  await ready(page);
};
export const until = (page, test, ...values) => page.waitForFunction(test, { timeout: LONG }, ...values);
// Fails where something took longer than so many milliseconds, if that is asked for: `cargo xtask slow` does, which does nothing else meanwhile.
export function inTime(start, most) {
  const took = Date.now() - start;
  assert.ok(!process.env.GRUNDY_CLOCK || took < most, `${took} ms`);
}
// Asks the engine as views do.
export const ask = (page, request, how) => page.evaluate(async (request, after) => {
  const source = document.querySelector('script[type="module"]').src.replace("app.js", "ask.js");
  const stop = new AbortController();
  if (after) setTimeout(() => stop.abort(), after);
  return (await import(source)).ask(request, { signal: stop.signal });
}, request, how?.after);
