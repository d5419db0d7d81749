// Tests the notebook board in a real browser. `crates/py/tests/test_board.py` runs this file with the address of a page
// that shows a board as Jupyter does, the browser in GRUNDY_BROWSER, and a folder for pictures in GRUNDY_SHOTS.
import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";

const { GRUNDY_BROWSER: executablePath, GRUNDY_SHOTS: shots } = process.env, address = process.argv[2];
const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const said = [];

async function open(spec, how = {}, { dark = false, wide = 760, lang = "en" } = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width: wide + 40, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  page.on("console", (message) => said.push(`${spec}: ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(`${spec}: ${error.stack ?? error}`));
  await page.goto(`${address}?${Buffer.from(JSON.stringify([how, spec, dark, wide, lang])).toString("hex")}`);
  await ready(page);
  return page;
}
// Calls a function with the shadow root of the board.
const inside = (page, ask, ...values) => page.evaluate(`(${ask})(document.querySelector("#cell > div").shadowRoot, ...${JSON.stringify(values)})`);
const until = (page, test, ...values) => page.waitForFunction(`(${test})(document.querySelector("#cell > div")?.shadowRoot, ...${JSON.stringify(values)})`, { timeout: 30000 });
const ready = (page) => until(page, (root) => root?.querySelector(".play, .mistake") && !root.querySelector("[aria-busy=true]"));
const click = (page, selector) => inside(page, (root, selector) => {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  found.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
}, selector);
const told = (page) => page.evaluate(async () => (await fetch("/told", { method: "POST", body: "{}" })).json());
const address_ = (page) => page.evaluate(() => window.model.get("address"));
const picture = async (page, name) => {
  await page.addStyleTag({ content: "#cell { outline: 1px dashed #8888; }" });
  await page.screenshot({ path: `${shots}/notebook-${name}.png`, fullPage: true });
};

const ROWS = {
  async "games are played to their end by clicks, against the computer"() {
    for (const [spec, mine, result] of [["nim(3,4,5)", ".stone.wins", "You win"], ["wythoff(3,4)", ".cell.win", "You win"], ["nim(1,4,5)", ".stone:not(:disabled)", "You lose"], ["hackenbush(0-1,1-2,0-3,3-4,0-5)", ".edge.win", "You win"]]) {
      const page = await open(spec, { machine: "perfect" });
      for (let turn = 0; turn < 12 && !(await inside(page, (root) => !!root.querySelector(".verdict.over"))); turn++) {
        const before = (await told(page)).moves.length;
        await click(page, mine);
        await until(page, (root, before) => {
          const made = root.querySelectorAll(".played li").length, mover = root.querySelector(".play").dataset.mover;
          return !root.querySelector("[aria-busy=true]") && (root.querySelector(".verdict.over") || made > before && mover === "1");
        }, before);
      }
      await until(page, (root, result) => root.querySelector(".verdict.over h1")?.textContent === result, result);
      const known = await told(page);
      assert.ok(known.over && known.moves.length > 1, `${spec}: ${JSON.stringify(known)}`);
      if (spec === "nim(3,4,5)") await picture(page, "over");
      await page.close();
    }
  },

  async "hints are given step by step; the button and the keyboard take a move back, but typed letters do not"() {
    const page = await open("nim(3,4,5)", { hidden: true });
    assert.ok(!(await inside(page, (root) => !!root.querySelector(".stone.wins"))));
    for (const words of ["The player to move wins", "good moves: 1", "take 2 from heap 1"]) {
      await click(page, "#hint");
      await until(page, (root, words) => root.querySelector(".told").textContent.includes(words), words);
    }
    await inside(page, (root) => root.querySelector(".piece:first-child .stone").click());
    await until(page, (root) => root.querySelectorAll(".played li").length === 1);
    assert.equal((await told(page)).moves.length, 1);
    await inside(page, (root) => root.querySelector("#typed").focus());
    await page.keyboard.type("uvh 2");
    assert.equal((await told(page)).moves.length, 1);
    assert.equal(await inside(page, (root) => root.querySelector("#typed").value), "uvh 2");
    await click(page, "[title=u]");
    await until(page, (root) => root.querySelectorAll(".played li").length === 0);
    await inside(page, (root) => { root.querySelector(".piece .stone").click(); });
    await until(page, (root) => root.querySelectorAll(".played li").length === 1);
    await inside(page, (root) => root.querySelector("#machine").focus());
    // Keys do not reach the notebook, where they would be commands.
    await page.evaluate(() => { window.keys = []; addEventListener("keydown", ({ key }) => window.keys.push(key)); });
    await page.keyboard.press("u");
    await until(page, (root) => root.querySelectorAll(".played li").length === 0);
    assert.deepEqual(await page.evaluate(() => window.keys), []);
    assert.deepEqual((await told(page)).position, "nim(3,4,5)");
    await page.close();
  },

  async "the board shows the address that Python sets, and a mistake in it"() {
    const page = await open("nim(3,4,5)");
    const say = (address) => page.evaluate((address) => { window.model.set("address", address); window.model.say("change:address"); }, address);
    await say("play/wythoff(3,5)?moves=2 2");
    await until(page, (root) => root.querySelectorAll(".played li").length === 0 && root.querySelector(".mistake") || root.querySelector(".piece.pair"));
    await say("play/nim(7");
    await until(page, (root) => root.querySelector(".mistake")?.textContent.includes("nim(7"));
    await say("play/kayles(7)");
    await until(page, (root) => root.querySelector(".spec")?.textContent === "kayles(7)");
    await page.evaluate(() => { window.model.set("language", "zh"); window.model.say("change:language"); });
    await until(page, (root) => /[\u4e00-\u9fff]/.test(root.querySelector(".bar").textContent) && root.querySelector(".page").lang === "zh-CN");
    await page.close();
  },

  async "two boards on one page are independent, and a removed board is empty"() {
    const page = await open("nim(3,4,5)");
    await page.evaluate(async () => {
      const board = (await import("/board.js")).default, state = { address: "play/nim(1,2)", language: "en" }, first = window.model;
      const other = { ...first, get: (name) => state[name], set(name, value) { state[name] = value; }, save_changes() {} };
      const el = Object.assign(document.createElement("div"), { id: "second" });
      document.body.append(el);
      window.second = [state, await board.render({ model: other, el })];
    });
    await page.waitForFunction(() => document.querySelector("#second > div").shadowRoot.querySelector(".spec")?.textContent === "nim(1,2)");
    await page.evaluate(() => document.querySelector("#second > div").shadowRoot.querySelector(".stone.wins").click());
    await page.waitForFunction(() => document.querySelector("#second > div").shadowRoot.querySelectorAll(".played li").length === 1);
    assert.equal(await inside(page, (root) => root.querySelector(".spec").textContent), "nim(3,4,5)");
    assert.equal(await address_(page), "play/nim(3,4,5)");
    await page.evaluate(() => window.second[1]());
    assert.equal(await page.evaluate(() => document.querySelector("#second > div").shadowRoot.querySelector(".play")), null);
    await click(page, ".stone.wins");
    await until(page, (root) => root.querySelectorAll(".played li").length === 1);
    await page.close();
  },

  async "names that contain markup are shown as text"() {
    const name = "<img src=x onerror=window.hit=1>", page = await open(`token["${name}">b]("${name}")`);
    assert.equal(await inside(page, (root) => root.querySelector("img")), null);
    assert.ok(await inside(page, (root) => root.textContent.includes("<img src=x")));
    assert.equal(await page.evaluate(() => window.hit), undefined);
    await page.close();
  },

  async "the board fits its cell, light and dark, wide and narrow, in both languages"() {
    for (const [name, spec, look] of [["light", "wythoff(8,11)", {}], ["dark", "nim(3,4,5)", { dark: true }], ["side", "hackenbush(0-1:b,1-2:r,1-3:b,0-4:r)", { wide: 1100 }], ["narrow", "chomp(3x4)", { wide: 360, lang: "zh" }], ["edit", "hackenbush(0-1:b,1-2:r)", { dark: true }]]) {
      const page = await open(spec, {}, look);
      if (name === "edit") {
        await inside(page, (root) => { root.querySelector("details.edit").open = true; root.querySelector("#draw").click(); });
        await until(page, (root) => root.querySelector("#draw-done") && root.querySelector("svg"));
        await ready(page);
      }
      const [scheme, paper, over] = await inside(page, (root) => {
        const { colorScheme, color } = getComputedStyle(root.querySelector(".card"));
        return [colorScheme, color, root.host.parentElement.scrollWidth - root.host.parentElement.clientWidth];
      });
      assert.equal(scheme, look.dark ? "dark" : "light", `${name}: ${paper}`);
      assert.ok(over <= 0, `${name}: ${over} pixels too wide`);
      await picture(page, name);
      await page.close();
    }
  },
};

let failed = 0;
for (const [name, row] of Object.entries(ROWS)) {
  said.length = 0;
  try {
    await row();
    assert.deepEqual(said, []);
    console.log(`ok: ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}: ${error.stack ?? error}\n${said.join("\n")}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
