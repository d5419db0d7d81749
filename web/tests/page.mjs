// Tests the page in a real browser. `cargo xtask browser` runs this file with the browser in GRUNDY_BROWSER, the page's
// address in GRUNDY_PAGE, requests and their native replies in the file GRUNDY_REPLIES, and a folder for pictures in
// GRUNDY_SHOTS. The tests are called rows. They are here and in `rows/`: each module there exports `rows` and, for the
// pictures, `places`. A word on the command line selects rows. With GRUNDY_SERVED, `grundy web` serves the page; the
// rows `served` then run as well, but not the rows STATIC. With GRUNDY_CLOCK, for the page as it is shipped, the rows
// LOOKS are left out: they depend on the files of the page, and on replies that another row compares.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { ask, browser, go, inTime, open, ready, said, settled, text, until } from "./drive.mjs";

const { GRUNDY_SHOTS: shots = "", GRUNDY_REPLIES: replies, GRUNDY_SERVED: isServed, GRUNDY_CLOCK: isShipped } = process.env;
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const lines = readFileSync(replies, "utf8").split("\n").slice(0, -1);
const only = process.argv[2];

/** The rows that need a page from a static host, which holds the engine. */
const STATIC = ["the page works without a network", "an engine that fails"];

/** The rows that need the engine as it is shipped, in two parts. */
const SHIPPED = ["the second part of the engine"];

/** The rows that check only what the page draws. */
const LOOKS = ["boards fill their", "no text is smaller", "the board of every game shows"];

const PLACES = [
  "#play/nim(3,4,5)", "#play/wythoff(8,11)", "#play/hackenbush(0-1,1-2,1-3,0-4,4-5,5-6,5-7)", "#play/hackenbush(0-1:b,1-2:r,2-0,2-2)?hidden=1",
  "#play/triangles(1-2,2-3%20%7C%201-3,3-4,2-4)", "#play/nim(2)+kayles(7)+stairs(1,2,3)?moves=1%3A%201%201", "#play/chomp(3x4)",
  "#play/row[1..3](3,-1,4,-1,5)", "#play/rivals[1,2%20:%202>3>1%20/%201,3%20:%201>3>2%20/%20{}%20:%201>2>3](7)", "#play/nim(3,4,5)?embed=1",
  "#steps/nim(1,2)?at=5", "#steps/nim(2,1)?search=alpha-beta&at=5", "#gallery/", "#play/nim(3",
];

const ROWS = {
  async "every view is accessible and fits the window in both themes, wide and narrow, and the console stays empty"() {
    if (shots) { rmSync(shots, { recursive: true, force: true }); mkdirSync(shots, { recursive: true }); }
    const pictures = [];
    for (const [width, height] of [[1280, 800], [360, 740]]) for (const theme of ["light", "dark"]) for (const lang of ["en", "zh"]) {
      // Four of the eight combinations contain each pair of a width, a theme and a language; the shipped page is
      // checked in the other four.
      const isFirstHalf = (width > 1000) === ((theme === "light") === (lang === "en"));
      if (isFirstHalf === Boolean(isShipped)) continue;
      const page = await open(PLACES[0], { width, height, theme, lang });
      const views = await page.$$eval("nav a", (all) => all.map((tab) => tab.id.replace("tab-", "")));
      await page.evaluate(axe);
      for (const [k, place] of PLACES.entries()) {
        if (!views.includes(/\w+/.exec(place)[0])) continue;
        await go(page, place);
        await settled(page);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${place} at ${width}: ${over} pixels too wide`);
        if (isShipped ? theme === "light" || lang === "en" : lang === "en") {
          const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
          const told = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")}`);
          assert.deepEqual(told, [], `${place} at ${width}, ${theme}, ${lang}`);
        }
        if (shots) {
          const file = `${String(k).padStart(2, "0")}-${width}-${theme}-${lang}.png`;
          await page.screenshot({ path: `${shots}/${file}` });
          pictures.push([file, place]);
        }
      }
      await page.browserContext().close();
    }
    if (shots) await sheet(pictures);
  },

  async "a mistake is shown while the user types, and a button corrects it"() {
    const page = await open("#play/nim(1)");
    await page.keyboard.press("/");
    await page.keyboard.type("wythof(3,5)");
    await until(page, () => document.querySelector(".command mark")?.textContent === "wythof");
    await page.click(".mend");
    await until(page, () => document.querySelector(".spec")?.textContent === "wythoff(3,5)");
    assert.equal(await page.$(".command .mistake"), null);
    // By keyboard only: choose a completion, and solve the completed position.
    await page.keyboard.press("Escape");
    await page.focus(".command input");
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await page.keyboard.type("kayl");
    await until(page, () => document.querySelector("#offers li b")?.textContent === "kayles");
    // If the reader leaves the input and returns at once, the completions stay.
    await page.evaluate(async () => {
      const input = document.querySelector(".command input");
      input.blur();
      input.focus();
      await new Promise((done) => setTimeout(done, 400));
    });
    assert.ok(await page.$("#offers li"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelector(".command input").value === "kayles(5,7)");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelector(".spec")?.textContent === "kayles(5,7)");
    await page.focus(".stone:not(:disabled)");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelector(".played li") || document.querySelector(".choose"));
    await page.browserContext().close();
  },

  async "the address contains the play, and a change of language also translates the engine's texts"() {
    const page = await open("#play/nim(3,4,5)?moves=2%201%3B1%202");
    assert.equal(await text(page, ".spec"), "nim(1,3,5)");
    assert.equal(await page.$$eval(".played li", (all) => all.length), 2);
    await page.reload();
    await ready(page);
    assert.equal(await text(page, ".spec"), "nim(1,3,5)");
    await page.click("#language");
    await until(page, () => document.querySelector(".verdict h1").textContent.includes("先手必胜") && document.querySelector(".move").textContent.includes("取"));
    assert.equal(await page.$eval("html", (html) => html.lang), "zh-CN");
    await page.browserContext().close();
  },

  async "invalid addresses show a message in the page"() {
    const page = await open("#play/%E0%A4%A");
    assert.ok(await page.$(".mistake"));
    for (const place of ["#nosuch/view", "#play/nim(3,4,5)?moves=9%209", "#steps/nim(", "#play/" + "nim(1)+".repeat(3000), "#play/1000000*nim(2)", "#play/nim(10%5E18,3)"]) {
      await go(page, place);
      assert.ok((await text(page, "main")).length > 20, place.slice(0, 40));
    }
    assert.ok((await ask(page, { do: "parse", spec: "nim(" + "9,".repeat(500000) })).error);
    await page.browserContext().close();
  },

  async "names that contain markup are shown as text"() {
    const page = await open("#gallery/");
    const name = '"<img src=x onerror=alert(1)><script>alert(2)</script>"';
    for (const spec of [`token[${name}>b](${name})`, `triangles(${name}-b | b-c)`, `hackenbush(0-1)<script>`]) {
      await go(page, `#play/${encodeURIComponent(spec)}`);
      assert.equal(await page.$$eval("main img, main script", (all) => all.length), 0, spec);
    }
    await page.browserContext().close();
  },

  async "a stopped request ends, and the next answer arrives at once"() {
    const page = await open("#play/nim(1)");
    const long = { do: "table", rules: "wythoff", to: 3000, of: "grundy", theorems: false };
    assert.equal((await ask(page, long, { after: 300 })).error.kind, "stopped");
    const start = Date.now();
    assert.equal((await ask(page, { do: "table", rules: "take[1,3,4]", to: 4 })).grundy.join(), "0,1,0,1,2");
    inTime(start, 3000);
    assert.equal((await ask(page, { do: "solve", spec: "nim(18446744073709551615)" })).grundy, "18446744073709551615");
    await page.browserContext().close();
  },

  async "the engine in the page replies as the native program does"() {
    const page = await open("#play/nim(1)");
    const differ = await page.evaluate(async (lines) => {
      const { ask, exact } = await import(document.querySelector('script[type="module"]').src.replace("app.js", "ask.js"));
      const timeless = (reply) => JSON.stringify(reply, (name, value) => ["seconds", "span", "message", "help"].includes(name) ? 0 : value);
      const wrong = [];
      for (let k = 0; k < lines.length; k += 2) {
        const request = JSON.parse(lines[k]);
        if (!request.do) continue;
        if (timeless(await ask({ lang: "en", ...request })) !== timeless(exact(lines[k + 1]))) wrong.push(lines[k]);
      }
      return wrong;
    }, lines);
    assert.ok(lines.length > 600);
    assert.deepEqual(differ, []);
    await page.browserContext().close();
  },

  async "the second part of the engine is loaded with the first question that needs it"() {
    const page = await open("#play/nim(3,4,5)");
    const loads = async () => {
      const counts = page.workers().map((worker) => worker.evaluate(
        () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("-2.wasm")).length));
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    for (const place of ["#play/wythoff(3,5)", "#steps/nim(1,2)", "#play/tic_tac_toe", "#gallery/"]) await go(page, place);
    assert.equal(await loads(), 0);
    // A request that cannot load it fails, and the next one tries again in a new worker.
    await asked(page, { do: "table", rules: "nim", to: 3 });
    for (const worker of page.workers()) {
      await worker.evaluate(() => { XMLHttpRequest.prototype.send = () => { throw new Error("no network"); }; });
    }
    assert.match(await asked(page, { do: "find", rules: "take[1,3,4]" }), /"kind":"offline"/);
    assert.equal(await asked(page, { do: "find", rules: "take[1,3,4]" }), "proved");
    assert.equal(await asked(page, { do: "find", rules: "take[2,3]" }), "proved");
    assert.equal(await loads(), 1);
    await page.browserContext().close();
  },

  async "the page works without a network after its first load"() {
    const page = await open("#play/nim(3,4,5)");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, async () => (await caches.keys()).length === 1 && (await navigator.serviceWorker.ready).active?.state === "activated");
    await page.setOfflineMode(true);
    const worker = await (await browser.waitForTarget((target) => target.type() === "service_worker")).createCDPSession();
    await worker.send("Network.enable");
    await worker.send("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
    await page.reload();
    await ready(page);
    assert.equal(await text(page, ".spec"), "nim(3,4,5)");
    await go(page, "#steps/nim(1,2)");
    assert.ok(await page.$(".graph"));
    assert.equal(await asked(page, { do: "find", rules: "take[1,3,4]" }), "proved");
    // The console reports that the start page could not be fetched.
    said.splice(0, said.length, ...said.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED")));
    await page.browserContext().close();
  },
};

// Sends a request as views do, and returns the status of the first reply.
const asked = (page, request) => page.evaluate(async (request) => {
  const { ask } = await import(document.querySelector('script[type="module"]').src.replace("app.js", "ask.js"));
  const reply = await ask(request);
  return (Array.isArray(reply) ? reply[0] : reply).status ?? JSON.stringify(reply);
}, request);

// Writes all pictures to one sheet.
async function sheet(pictures) {
  const page = await browser.newPage();
  await page.setViewport({ width: 2400, height: 1000 });
  const cell = ([file, place]) => `<figure><img src="data:image/png;base64,${readFileSync(`${shots}/${file}`, "base64")}"><figcaption>${file} ${place.replaceAll("<", "&lt;")}</figcaption></figure>`;
  const style = "body{display:flex;flex-wrap:wrap;gap:8px;background:#888;font:11px sans-serif}figure{margin:0;width:290px}img{width:100%}figcaption{overflow:hidden;white-space:nowrap}";
  await page.setContent(`<style>${style}</style>${pictures.map(cell).join("")}`);
  await page.screenshot({ path: `${shots}/sheet.png`, fullPage: true });
  writeFileSync(`${shots}/README.txt`, pictures.map((row) => row.join(" ")).join("\n") + "\n");
  await page.close();
}

for (const file of readdirSync(new URL("rows/", import.meta.url)).sort()) {
  const { rows = {}, places = [], served = {} } = await import(`./rows/${file}`);
  Object.assign(ROWS, rows);
  if (isServed) Object.assign(ROWS, served);
  PLACES.push(...places);
}
let [passed, failed] = [0, 0];
for (const [name, row] of Object.entries(ROWS)) {
  if (only && !name.includes(only)) continue;
  if (isServed && STATIC.some((start) => name.startsWith(start))) continue;
  if (isShipped && LOOKS.some((start) => name.startsWith(start))) continue;
  if (!isShipped && SHIPPED.some((start) => name.startsWith(start))) continue;
  said.length = 0;
  const start = Date.now();
  try {
    await row();
    // A busy server replies with 503, and to a megabyte with 413; browsers write both to the console.
    assert.deepEqual(said.filter((line) => !isServed || !/status of (503|413)/.test(line)), [], "the console");
    passed += 1;
    console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error.stack}\n${said.slice(0, 5).join("\n")}`);
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
