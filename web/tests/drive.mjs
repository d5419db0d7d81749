// The browser, and how rows drive it: the address of the page is in GRUNDY_PAGE, the browser in GRUNDY_BROWSER, the native
// program in GRUNDY_PROGRAM.
//
// Two more variables make the page slow, to find rows that read it before an answer has arrived. With GRUNDY_DELAY=MS, every reply of the
// engine, every file that the page fetches and every module that it imports on demand arrives MS milliseconds late. With GRUNDY_THROTTLE=N,
// the page has one Nth of the processor. Rows pass at any speed; only `inTime` measures time.
import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";

const { GRUNDY_BROWSER: executablePath, GRUNDY_PAGE: address, GRUNDY_DELAY, GRUNDY_THROTTLE } = process.env;
const delay = Number(GRUNDY_DELAY ?? 0), throttle = Number(GRUNDY_THROTTLE ?? 1);
// Modules that the page imports when it needs them.
const ON_DEMAND = /\/(views\/[^/]*|boards\/editor|words\/all)\.js$/;
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
  await slowDown(page);
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(`error: ${error.stack ?? error}`));
  await page.goto(address + hash);
  await ready(page);
  return page;
}
// Makes replies, files and modules late, and the processor slow, if the variables ask for it.
async function slowDown(page) {
  if (throttle > 1) await page.emulateCPUThrottling(throttle);
  if (!delay) return;
  await page.evaluateOnNewDocument((delay) => {
    globalThis.Worker = class extends Worker {
      set onmessage(listener) { super.onmessage = (event) => setTimeout(() => listener.call(this, event), delay); }
    };
    const send = globalThis.fetch;
    globalThis.fetch = async (...request) => {
      const reply = await send(...request);
      await new Promise((done) => setTimeout(done, delay));
      return reply;
    };
  }, delay);
  await page.setRequestInterception(true);
  page.on("request", async (request) => {
    if (ON_DEMAND.test(new URL(request.url()).pathname)) await new Promise((done) => setTimeout(done, delay));
    // The page may have been closed meanwhile.
    await request.continue().catch(() => {});
  });
}

// Waits until an element of the page exists and none that `busy` selects, and still none after the page has been drawn with what came last.
async function idle(page, busy) {
  do {
    await page.waitForFunction((busy) => document.querySelector("main > *") && !document.querySelector(busy), { timeout: LONG }, busy);
    await drawn(page);
  } while (await page.$(busy));
}
// Waits for three frames, with what the page does after each: effects of a drawing follow it, and what they draw comes a frame later.
const drawn = (page) => page.evaluate(async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
});
// Waits until every view has its answer, or shows that it works on it (`.working`).
export const ready = (page) => idle(page, "[aria-busy=true]");
// Waits until every view has its answer.
export const settled = (page) => idle(page, "[aria-busy=true], .working");
export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const go = async (page, hash) => {
  // The page reads its address when it hears of the change, which is later.
  await page.evaluate((hash) => new Promise((done) => {
    const before = location.href;
    location.hash = hash;
    if (location.href === before) done();
    else addEventListener("hashchange", () => done(), { once: true });
  }), hash);
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
