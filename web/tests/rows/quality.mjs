// Tests all views: enlarged, printed, in forced colours, by keyboard, at their addresses, in both languages, and when
// the engine fails.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { ask, go, open, settled, text, until } from "../drive.mjs";
import { zh } from "../../words/all.js";

const VIEWS = {
  play: "#play/nim(3,4,5)", table: "#table/wythoff?to=30", pattern: "#pattern/take[1,3,4]", sequence: "#sequence/kayles?to=200",
  rules: "#rules/take[1,3,4]", steps: "#steps/nim(1,2)", value: "#value/{2|0||-1}", learn: "#learn/8", gallery: "#gallery/",
};
// The same views with other positions or rules.
const OTHERS = {
  play: "#play/nim(3,4,6)", table: "#table/wythoff?to=40", pattern: "#pattern/take[1,3]", sequence: "#sequence/kayles?to=300",
  rules: "#rules/take[1,4]", steps: "#steps/nim(2,2)", value: "#value/{1|0}", learn: "#learn/7",
};

// An engine that exports a memory, a function `room`, and functions `ask` and `table` that trap.
const TRAP = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 10, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f, 3, 3, 2, 0, 1, 5, 3, 1, 0, 1,
  7, 31, 4, 6, ...Buffer.from("memory"), 2, 0, 4, ...Buffer.from("room"), 0, 0, 3, ...Buffer.from("ask"), 0, 1, 5, ...Buffer.from("table"), 0, 1,
  10, 10, 2, 4, 0, 0x41, 0, 0x0b, 3, 0, 0, 0x0b,
];

export const rows = {
  async "nothing is cut off at double size, forced colours keep shapes and focus, and printing shows the answer without the header"() {
    const page = await open("#play/nim(3,4,5)", { width: 640, height: 400 });
    await page.setViewport({ width: 640, height: 400, deviceScaleFactor: 2 });
    for (const [view, place] of Object.entries(VIEWS)) {
      await go(page, place);
      await settled(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
      const cut = await page.$$eval("main button, main a, main input, main select", (all) => all.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && !one.closest(".scroll,.graph,.tree,.stones,pre") && (box.left < -1 || box.right > innerWidth + 1);
      }).map((one) => one.outerHTML.slice(0, 80)));
      assert.deepEqual(cut, [], view);
    }
    const session = await page.createCDPSession();
    await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
    await go(page, VIEWS.play);
    await page.focus(".stone.wins");
    const ring = await page.$eval(".stone.wins", (stone) => getComputedStyle(stone).outlineStyle !== "none" && parseFloat(getComputedStyle(stone).outlineWidth) > 0);
    assert.ok(ring, "focus is seen");
    // A filled disc means a win and a ring a loss, so the shapes differ without colours.
    const marks = await page.$$eval(".mark", (all) => [...new Set(all.map((mark) => `${mark.className} ${getComputedStyle(mark).borderTopWidth} ${getComputedStyle(mark).backgroundColor}`))]);
    assert.ok(marks.length > 0);
    await session.send("Emulation.setEmulatedMedia", { features: [] });
    await page.setViewport({ width: 1000, height: 800 });
    await page.emulateMediaType("print");
    assert.equal(await page.$eval("body > header", (header) => getComputedStyle(header).display), "none");
    assert.ok(await page.$eval(".verdict h1", (title) => title.getBoundingClientRect().height > 0));
    assert.ok(await page.$eval(".piece", (piece) => piece.getBoundingClientRect().height > 0));
    await page.browserContext().close();
  },

  async "the Tab key reaches every control of every view and is never trapped"() {
    const page = await open("#gallery/");
    for (const [view, place] of Object.entries(VIEWS)) {
      await go(page, place);
      await settled(page);
      await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
      const seen = new Set();
      let ended = false;
      for (let k = 0; k < 400; k++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(() => {
          const one = document.activeElement;
          if (!one || one === document.body) return null;
          one.dataset.seen ??= String(globalThis.counted = (globalThis.counted ?? 0) + 1);
          const style = getComputedStyle(one), inner = one.closest(".edge") ? 1 : parseFloat(style.outlineWidth) + parseFloat(style.borderTopWidth);
          return [one.dataset.seen, inner > 0 || style.boxShadow !== "none"];
        });
        // After the last control, the focus moves to the window, and then to the first control.
        if (at === null && !ended) { ended = true; continue; }
        if (at === null || seen.has(at[0])) break;
        assert.ok(at[1], `${view}: focus is not seen`);
        seen.add(at[0]);
      }
      const all = await page.$$eval("main button:not(:disabled), main a[href], main input, main select, main summary, main canvas", (all) =>
        all.filter((one) => one.checkVisibility() && !one.closest("details:not([open]) > :not(summary)") && !one.dataset.seen && one.tabIndex >= 0 && one.type !== "radio").map((one) => one.outerHTML.slice(0, 90)));
      assert.ok(seen.size > 5, view);
      if (seen.size < 399) assert.deepEqual(all, [], view);
    }
    await page.browserContext().close();
  },

  async "addresses contain every view, and the back button restores it"() {
    const page = await open("#gallery/");
    const shown = {};
    for (const [view, place] of Object.entries(VIEWS)) {
      await go(page, place);
      await settled(page);
      await page.reload();
      await settled(page);
      shown[view] = await text(page, "main h1, main h2");
    }
    for (const view of Object.keys(VIEWS).reverse().slice(1)) {
      await page.goBack();
      await until(page, (view) => document.querySelector(`#tab-${view}`)?.getAttribute("aria-current") === "page", view);
      await settled(page);
      assert.equal(await text(page, "main h1, main h2"), shown[view], view);
    }
    for (const view of Object.keys(VIEWS)) {
      for (const nonsense of ["%F0%9F%98%80", "nim(", "x".repeat(3000), "a?to=-1&at=x,y&by=0&layer=9&moves=;;;", "wythoff?to=1e99"]) {
        await go(page, `#${view}/${nonsense}`);
        await settled(page);
        assert.ok((await text(page, "main")).length > 10, `${view}: ${nonsense.slice(0, 20)}`);
      }
    }
    await page.browserContext().close();
  },

  async "a view shows that it waits for an answer, after a change of address and after a change of language"() {
    const page = await open("#gallery/");
    // While `held` is a list, requests wait in it.
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype, { fetch } = globalThis;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (globalThis.held && message.request) globalThis.held.push(() => postMessage.call(this, message, ...rest));
        else postMessage.call(this, message, ...rest);
      };
      globalThis.fetch = async (...request) => {
        if (globalThis.held) await new Promise((done) => globalThis.held.push(done));
        return fetch(...request);
      };
    });
    const waits = async (view, act, ...values) => {
      await page.evaluate(() => { globalThis.held = []; });
      await page.evaluate(act, ...values);
      await until(page, () => globalThis.held.length > 0);
      // The request is held, so the view may be drawn later than the request is made.
      await until(page, () => document.querySelector("main :is([aria-busy=true], .working)")).catch(() => assert.fail(`${view}: ${act}`));
      await page.evaluate(() => { const all = globalThis.held; globalThis.held = null; for (const send of all) send(); });
      await settled(page);
    };
    for (const [view, place] of Object.entries(OTHERS)) {
      await go(page, VIEWS[view]);
      await settled(page);
      await waits(view, (place) => { location.hash = place; }, place);
      await waits(view, () => document.querySelector("#language").click());
    }
    await page.browserContext().close();
  },

  async "every text of the page has a Chinese translation, and every translation is used"() {
    const web = new URL("../../", import.meta.url), apart = ["tests", "vendor", "words"];
    const files = readdirSync(web, { recursive: true }).filter((name) => name.endsWith(".js") && !apart.includes(name.split(/[/\\]/)[0]));
    const sources = files.map((name) => readFileSync(new URL(name.replaceAll("\\", "/"), web), "utf8")), text = '"((?:[^"\\\\]|\\\\.)*)"';
    const said = sources.flatMap((source) => [new RegExp(`\\bt\\(\\s*${text}`, "g"), new RegExp(`\\bt\\([^"()]*\\?\\s*${text}\\s*:\\s*${text}`, "g")].flatMap((form) => [...source.matchAll(form)].flatMap(([, ...all]) => all)));
    assert.ok(said.length > 200);
    assert.deepEqual(said.filter((words) => !(JSON.parse(`"${words}"`) in zh)), []);
    const all = sources.join("\n");
    assert.deepEqual(Object.keys(zh).filter((words) => !all.includes(JSON.stringify(words).slice(1, -1))), []);
  },

  async "in Chinese, no view shows an English text that has a translation"() {
    const page = await open("#gallery/");
    await page.click("#language");
    await until(page, () => document.documentElement.lang === "zh-CN");
    // A space separates a Chinese character from a digit or Latin letter that replaces a placeholder.
    const filled = await page.evaluate(async (all) => {
      const { t } = await import(document.querySelector('script[type="module"]').src.replace("app.js", "words.js"));
      return all.map(([text, fill]) => t(text, fill));
    }, [["{who} to move", { who: "玩家 1" }], ["{who} to move", { who: "左方" }], ["a position has {size}", { size: "2 个数" }], ["{who} wins", { who: "Alice" }], ["Better: {moves}.", { moves: "a1-a2" }]]);
    assert.deepEqual(filled, ["轮到玩家 1 走", "轮到左方走", "局面有 2 个数", "Alice 获胜", "应当走：a1-a2。"]);
    const english = Object.keys(zh).filter((key) => /[a-z]{3}/.test(key) && zh[key] !== key);
    assert.ok(english.length > 150);
    for (const [view, place] of Object.entries(VIEWS)) {
      await go(page, place);
      await settled(page);
      const said = await page.evaluate((english) => {
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), known = new Set(english), found = [];
        while (walk.nextNode()) if (known.has(walk.currentNode.textContent.trim()) && !walk.currentNode.parentElement.closest("code,pre")) found.push(walk.currentNode.textContent.trim());
        return found;
      }, english);
      assert.deepEqual(said, [], view);
    }
    await page.browserContext().close();
  },

  async "an embedded page shows a board with its verdict, even if the browser stores nothing"() {
    const page = await open("#gallery/", { width: 480, height: 420 });
    await page.evaluateOnNewDocument(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("nothing is kept", "SecurityError"); } }));
    const here = await page.evaluate(() => location.href.split("#")[0]);
    for (const address of [`${here}#play/wythoff(8,11)?embed=1`, `${here}?embed=1#play/wythoff(8,11)`]) {
      await page.goto(address);
      await page.reload();
      await settled(page);
      for (const gone of ["body > header", ".board > .bar", ".edit", ".typed"]) assert.equal(await page.$eval(gone, (one) => one.checkVisibility()), false, gone);
      assert.ok(await page.$eval("footer a", (link) => link.checkVisibility() && link.hash.startsWith("#play/wythoff(8,11)") && !link.href.includes("embed")));
      await page.click(".cell.win");
      await until(page, () => document.querySelector(".brief.loss") && location.href.includes("embed=1") && location.hash.includes("moves="));
      assert.equal(await page.$eval("body > header", (one) => one.checkVisibility()), false);
    }
    await page.browserContext().close();
  },

  async "an engine that fails loses one answer only"() {
    const page = await open("#play/nim(1)");
    await page.evaluate((trap) => {
      const module = new WebAssembly.Module(new Uint8Array(trap)), send = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (globalThis.fails && message.request) {
          globalThis.fails = false;
          message = { ...message, module };
        }
        return send.call(this, message, ...rest);
      };
      globalThis.fails = true;
    }, TRAP);
    assert.equal((await ask(page, { do: "solve", spec: "nim(3,4,5)" })).error.kind, "panic");
    assert.equal((await ask(page, { do: "solve", spec: "nim(3,4,5)" })).grundy, 2);
    await page.evaluate(() => { globalThis.fails = true; });
    await go(page, "#play/nim(7)");
    await until(page, () => document.querySelector(".mistake"));
    await go(page, "#play/nim(8)");
    await until(page, () => document.querySelector(".spec")?.textContent === "nim(8)");
    await page.browserContext().close();
  },

  async "requests that are too long show a message, and endless requests can be stopped"() {
    const page = await open("#pattern/wythoff");
    await settled(page);
    const put = async (field, value) => page.$eval(field, (input, value) => {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
    await put(".command input", "nim(" + "1,".repeat(500000));
    await until(page, () => document.querySelector(".command .mistake"));
    await put(".command input", "wythoff");
    await until(page, () => !document.querySelector(".command .mistake"));
    await put("#claim", "G(a,b) == G(b,a) and forall c: forall d: G(a+c,b+d) != G(a,b) or c == d or P(c,d) or P(a+c,d)");
    await page.click("#prove");
    await until(page, () => document.querySelector(".claim .working button") || document.querySelector(".verdict-of-claim, .claim .mistake"));
    await page.$$eval(".claim .working button", (all) => all.forEach((button) => button.click()));
    await until(page, () => !document.querySelector(".claim .working"));
    await put("#claim", "P(0,0)");
    await page.click("#prove");
    await until(page, () => decodeURIComponent(location.hash).endsWith("claim=P(0,0)") && document.querySelector(".verdict-of-claim")?.getAttribute("data-status") === "proved");
    await page.browserContext().close();
  },
};
