// The browser, and how rows drive it: the address of the page is in GRUNDY_PAGE, the browser in GRUNDY_BROWSER, the native
// program in GRUNDY_PROGRAM.
import puppeteer from "puppeteer-core";

const { GRUNDY_BROWSER: executablePath, GRUNDY_PAGE: address } = process.env;
export const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
// What the page said on its console in the row that runs.
export const said = [];

export async function open(hash, { width = 1280, height = 800, theme = "light", lang = "en" } = {}) {
  const context = await browser.createBrowserContext(), page = await context.newPage();
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
  await page.waitForFunction(() => document.querySelector("main > *") && !document.querySelector("[aria-busy=true]"), { timeout: 60000 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const go = async (page, hash) => {
  await page.evaluate((hash) => { location.hash = hash; }, hash);
  await ready(page);
};
export const until = (page, test, ...values) => page.waitForFunction(test, { timeout: 90000 }, ...values);
// Asks the engine as views do.
export const ask = (page, request, how) => page.evaluate(async (request, after) => {
  const source = document.querySelector('script[type="module"]').src.replace("app.js", "ask.js");
  const stop = new AbortController();
  if (after) setTimeout(() => stop.abort(), after);
  return (await import(source)).ask(request, { signal: stop.signal });
}, request, how?.after);
