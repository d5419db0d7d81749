// Measures the times of the page on an otherwise idle machine: `cargo xtask times`. Each time is the best of several,
// printed with its limit.
import { browser, open, ask } from "./drive.mjs";

const PARSES = 50;

/** Returns the milliseconds until an element is on the screen, in a browser that has not loaded the page before. */
async function shown(hash, selector) {
  const context = await browser.createBrowserContext(), page = await context.newPage();
  await page.evaluateOnNewDocument((selector) => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector(selector)) return;
      watch.disconnect();
      requestAnimationFrame(() => { globalThis.shownAt = performance.now(); });
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }, selector);
  await page.goto(process.env.GRUNDY_PAGE + hash);
  await page.waitForFunction(() => globalThis.shownAt, { timeout: 60000 });
  const took = await page.evaluate(() => globalThis.shownAt);
  await context.close();
  return took;
}

/** Returns the milliseconds until the engine has answered a request, sent as views send it. */
const answered = (page, request, bytes) => page.evaluate(async (request, bytes) => {
  const { ask, askTable } = await import(document.querySelector('script[type="module"]').src.replace("app.js", "ask.js"));
  const start = performance.now(), reply = await (bytes ? askTable : ask)(request);
  if (reply.error) throw new Error(reply.error.message);
  return performance.now() - start;
}, request, bytes);

const page = await open("#play/nim(3,4,5)");
await ask(page, { do: "parse", spec: "nim(1)" });
const parses = async () => {
  let sum = 0;
  for (let k = 0; k < PARSES; k++) sum += await answered(page, { do: "parse", spec: `wythoff(${k},5) + nim(3,4,${k}) + kayles(${k})` });
  return sum / PARSES;
};
/** The measurements: a description, the number of runs, the limit in milliseconds, and the function. */
const MEASURED = [
  ["the page is opened until an answer is on the screen", 5, 500, () => shown("#play/nim(3,4,5)", ".verdict h1 .mark")],
  ["what is typed is read", 3, 16, parses],
  ["find wythoff, with its proof", 3, 1000, () => answered(page, { do: "find", rules: "wythoff" })],
  ["values of Wythoff's game to 2000 x 2000", 3, 1000, () => answered(page, { rules: "wythoff", to: 2000, of: "grundy" }, true)],
  ["find take[1,3,4]", 3, 100, () => answered(page, { do: "find", rules: "take[1,3,4]" })],
  ["kayles to 65536", 3, 200, () => answered(page, { rules: "kayles", to: 65536, of: "grundy" }, true)],
];
/** Measures the milliseconds per frame while a table of 4096 x 4096 cells is zoomed. */
MEASURED.push(["a frame of 4096 x 4096 cells that move", 3, 34, async () => {
  await page.evaluate(() => { location.hash = "#table/wythoff?to=4095"; });
  await page.waitForFunction(() => document.querySelector("canvas") && !document.querySelector(".working"), { timeout: 60000 });
  return page.evaluate(async () => {
    const canvas = document.querySelector("canvas"), { left, top, width, height } = canvas.getBoundingClientRect(), frames = 60;
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    const start = performance.now();
    for (let k = 0; k < frames; k++) {
      canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: k < frames / 2 ? -40 : 40, clientX: left + width * .4, clientY: top + height * .6, cancelable: true }));
      await frame();
    }
    return (performance.now() - start) / frames;
  });
}]);
let late = 0;
for (const [what, times, most, measure] of MEASURED) {
  const all = [];
  for (let k = 0; k < times; k++) all.push(await measure());
  const best = Math.min(...all), isLate = best > most;
  late += isLate;
  console.log(`${isLate ? "LATE" : "ok  "} ${what}: ${best.toFixed(1)} ms of ${most} (${all.map((one) => one.toFixed(0)).join(", ")})`);
}
await browser.close();
process.exitCode = late ? 1 : 0;
