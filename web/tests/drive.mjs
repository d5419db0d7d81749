// Starts the browser and drives the page for the tests, which are called rows. GRUNDY_PAGE contains the address of the
// page, GRUNDY_BROWSER the browser, and GRUNDY_PROGRAM the native program.
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
// The timeout in milliseconds, which is long, because machines that run tests may be busy.
const LONG = 300000;
export const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"], protocolTimeout: LONG });
// What the page wrote to its console during the current row.
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
// Delays replies, files and modules, and slows down the processor, if the variables request it.
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

// Waits until the page has content and no element that `busy` selects, also after the latest changes have been drawn.
async function idle(page, busy) {
  do {
    await page.waitForFunction((busy) => document.querySelector("main > *") && !document.querySelector(busy), { timeout: LONG }, busy);
    await drawn(page);
  } while (await page.$(busy));
}
// Waits for three frames and the tasks after each: effects run after a frame, and the next frame draws their changes.
const drawn = (page) => page.evaluate(async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
});
// Waits until every view has its answer, or shows that it is still working (`.working`).
export const ready = (page) => idle(page, "[aria-busy=true]");
// Waits until every view has its answer.
export const settled = (page) => idle(page, "[aria-busy=true], .working");
export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const go = async (page, hash) => {
  // The page reads its address in the event `hashchange`, which occurs later.
  await page.evaluate((hash) => new Promise((done) => {
    const before = location.href;
    location.hash = hash;
    if (location.href === before) done();
    else addEventListener("hashchange", () => done(), { once: true });
  }), hash);
  await ready(page);
};
export const until = (page, test, ...values) => page.waitForFunction(test, { timeout: LONG }, ...values);
// Fails if `most` milliseconds have passed since `start`, provided that GRUNDY_CLOCK is set. `cargo xtask slow` sets
// it, and runs nothing else at the same time.
export function inTime(start, most) {
  const took = Date.now() - start;
  assert.ok(!process.env.GRUNDY_CLOCK || took < most, `${took} ms`);
}
// Sends a request to the engine as views do, and aborts it after `how.after` milliseconds, if given.
export const ask = (page, request, how) => page.evaluate(async (request, after) => {
  const source = document.querySelector('script[type="module"]').src.replace("app.js", "ask.js");
  const stop = new AbortController();
  if (after) setTimeout(() => stop.abort(), after);
  return (await import(source)).ask(request, { signal: stop.signal });
}, request, how?.after);
