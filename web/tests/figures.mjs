// Makes the pictures of docs/first-visit.md and of its Chinese version: docs/figures/first-visit-N.png and -N.zh-CN.png.
//
//   cargo run --release -- web --port 8377 &
//   cd web/tests && npm ci && GRUNDY_BROWSER=/usr/bin/chromium GRUNDY_PAGE=http://127.0.0.1:8377/ node figures.mjs
//
// Every picture starts from an address that contains the moves played, so that no picture depends on chance.
import { writeFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const { GRUNDY_BROWSER: executablePath, GRUNDY_PAGE: address } = process.env;
/** The limit of one picture in bytes. */
const MAX_BYTES = 45_000;
/** Pixels around the elements that a picture shows. */
const MARGIN = 10;

const play = (position, { moves = [], ...options } = {}) =>
  `#play/${encodeURIComponent(position)}?${new URLSearchParams({ ...options, ...(moves.length && { moves: moves.join(";") }) })}`;

/** For each picture: the address, the actions there, the height of the window, and the first and last element shown. */
const PICTURES = [
  ["#gallery/", async (page) => {
    await page.type(".command input", "tic tac toe");
    await page.waitForFunction(() => /mnk/.test(document.querySelector(".command").innerText));
  }, 640, ["header", ".hero h1"]],
  [play("mnk[3,3,3](start)", { machine: 100, hidden: 1, you: 1, moves: ["b1", "a1", "b3", "b2", "a3", "c3"] }), async (page) => {
    await page.click("#why-lost");
    await page.waitForSelector("#turn");
  }, 640, [".card.board", ".verdict"]],
  [play("domineering(4x4)", { machine: 100, you: 2, moves: ["b2-b3", "c3-d3", "c1-c2"] }), null, 640, [".card.board", ".card.board"]],
  [play("nim(3,4,5)"), null, 640, [".card.board", ".verdict .moves"]],
  ["#learn/1?hidden=1", async (page) => {
    await page.$eval(".prose [data-say=P]", (button) => button.click());
    await page.waitForSelector(".prose .good-line");
  }, 800, [".lesson-title ~ .card .prose", ".prose .good-line"]],
  [`#rules/${encodeURIComponent("rule{ n -> n-k for k in {1,3,4} }")}`, null, 800, [".paper", ".firsts"]],
];

const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
for (const [lang, suffix] of [["en", ""], ["zh", ".zh-CN"]]) for (const [at, [hash, act, height, [first, last]]] of PICTURES.entries()) {
  const page = await (await browser.createBrowserContext()).newPage();
  const ready = () => page.waitForFunction(() => document.querySelector("main > *") && !document.querySelector("[aria-busy=true]"));
  await page.setViewport({ width: 900, height });
  await page.evaluateOnNewDocument((lang) => Object.assign(localStorage, { lang, theme: "light" }), lang);
  await page.goto(address + hash);
  await ready();
  await act?.(page);
  await ready();
  await page.mouse.move(0, 0);
  const top = await page.$eval(first, (element) => element.getBoundingClientRect().top + scrollY);
  const bottom = await page.$eval(last, (element) => element.getBoundingClientRect().bottom + scrollY);
  const y = Math.max(0, top - MARGIN), clip = { x: 0, y, width: 900, height: bottom + MARGIN - y };
  const picture = await page.screenshot({ clip, captureBeyondViewport: true });
  if (picture.length > MAX_BYTES) throw new Error(`picture ${at + 1}${suffix} has ${picture.length} bytes`);
  writeFileSync(new URL(`../../docs/figures/first-visit-${at + 1}${suffix}.png`, import.meta.url), picture);
  await page.browserContext().close();
}
await browser.close();
