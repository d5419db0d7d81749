// Tests that Steps, Learn, Table and Sequence are readable from the back of a classroom: the size of text, moving and
// zooming the graph, names of axes, and questions that the engine answers after the reader's attempt.
import assert from "node:assert/strict";
import { go, open, ready, settled, text, until } from "../drive.mjs";

export const places = ["#steps/nim(3,4)?at=10", "#learn/13?hidden=1", "#table/wythoff?to=10"];

// Lists the texts that are shown smaller than 16 pixels, in pictures too, with all details opened.
const small = (page) => page.evaluate(() => {
  for (const details of document.querySelectorAll("main details")) details.open = true;
  const found = new Set(), walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const note = (one, size, words) => { if (size < 15.9) found.add(`${size.toFixed(1)} ${one.tagName} ${one.getAttribute("class") ?? ""}: ${words.slice(0, 20)}`); };
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement, words = walk.currentNode.textContent.trim(), own = one.getScreenCTM?.();
    if (!words || !one.getClientRects().length || /^(OPTION|STYLE|TITLE)$/i.test(one.tagName)) continue;
    note(one, parseFloat(getComputedStyle(one).fontSize) * (own ? Math.hypot(own.a, own.b) : 1), words);
  }
  for (const one of document.querySelectorAll("main :is(input:not([type=checkbox], [type=range]), select, textarea)")) note(one, parseFloat(getComputedStyle(one).fontSize), one.id);
  return [...found];
});
// The scale of the graph, and how far it is moved.
const viewport = async (page) => {
  await ready(page);
  return page.$eval(".graph > g", (group) => { const { a, e, f } = group.transform.baseVal.consolidate().matrix; return { scale: a, x: e, y: f }; });
};

export const rows = {
  async "no text is smaller than 16 pixels on a wide screen, and everything grows on a larger one"() {
    const page = await open("#learn/", { width: 1280, height: 800 });
    for (const place of ["#learn/", "#learn/5", "#learn/8?hidden=1", "#learn/13", "#learn/21", "#steps/nim(1,2)?at=5", "#steps/nim(3,4)?at=10", "#steps/nim(2,3,4)?at=60", "#steps/nim(2,1)?search=alpha-beta&at=5",
      "#table/wythoff?to=10", "#table/take[1,3,4]?to=100", "#sequence/kayles?to=200"]) {
      await go(page, place);
      await settled(page);
      assert.deepEqual(await small(page), [], place);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), place);
    }
    await go(page, "#steps/nim(3,4)");
    const size = () => page.$eval(".node text", (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a), before = await size();
    await page.setViewport({ width: 1920, height: 1080 });
    await page.reload();
    await settled(page);
    assert.ok(await size() > 1.2 * before);
    await page.browserContext().close();
  },

  async "mouse, wheel, keys and buttons move and zoom the graph of steps, and the graph follows the current step"() {
    const page = await open("#steps/nim(3,4)?at=1");
    const first = await viewport(page), box = await page.$eval(".graph", (svg) => { const { left, top, width, height } = svg.getBoundingClientRect(); return { left, top, width, height }; });
    const isSeen = () => page.$eval(".node.now", (node, { left, top, width, height }) => {
      const own = node.getBoundingClientRect();
      return own.left >= left && own.top >= top && own.right <= left + width + 1 && own.bottom <= top + height + 1;
    }, box);
    // The first step is at the bottom of the graph; the graph is moved so that the step is visible.
    assert.ok(await isSeen());
    const middle = [box.left + box.width / 2, box.top + box.height / 2];
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0], middle[1] + 80, { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs((await viewport(page)).y - first.y - 80) < 2);
    await page.mouse.wheel({ deltaY: -400 });
    const nearer = await viewport(page);
    assert.ok(nearer.scale > 1.5 * first.scale);
    await page.$eval(".graph", (svg) => svg.focus());
    await page.keyboard.press("-");
    assert.ok((await viewport(page)).scale < nearer.scale);
    await page.keyboard.press("+");
    assert.ok(Math.abs((await viewport(page)).scale - nearer.scale) < .01);
    await page.keyboard.down("Shift");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.up("Shift");
    assert.ok((await viewport(page)).y > nearer.y + 50);
    // Fit shows the whole graph, and the button for zooming enlarges it again.
    await page.$$eval(".walk .bar button", (all) => all.find((button) => button.textContent === "Fit").click());
    const whole = await viewport(page);
    assert.ok(whole.scale < first.scale && await page.$$eval(".node", (all, { top, height }) => all.every((node) => { const own = node.getBoundingClientRect(); return own.top >= top && own.bottom <= top + height; }), box));
    await page.click('button[aria-label="Zoom in"]');
    assert.ok((await viewport(page)).scale > whole.scale);
    // At any scale the next step is visible; a click on a node goes to its step.
    await page.keyboard.press("0");
    for (let k = 0; k < 6; k++) await page.click('button[aria-label="Zoom in"]');
    for (let k = 0; k < 5; k++) {
      await page.keyboard.press("ArrowRight");
      await ready(page);
      assert.ok(await isSeen(), String(k));
    }
    assert.equal(await text(page, ".at"), "6 / 14");
    await page.$eval(".graph", (svg) => svg.focus());
    await page.keyboard.press("0");
    await ready(page);
    await page.mouse.click(...await page.$$eval(".node", (all) => { const { left, top, width, height } = all[8].getBoundingClientRect(); return [left + width / 2, top + height / 2]; }));
    await until(page, () => document.querySelector(".at").textContent === "9 / 14");
    await page.setViewport({ width: 360, height: 740 });
    await ready(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.browserContext().close();
  },

  async "axes have names and numbers, and the numbers follow the plot"() {
    const page = await open("#table/wythoff?to=30");
    await settled(page);
    const names = () => page.$$eval(".axis-name", (all) => all.map((one) => one.textContent).join(" | "));
    // Each number is at the middle of its row or column.
    const numbers = (axis) => page.$$eval(`.ticks.${axis} span`, (all) => all.map((one) => { const own = one.getBoundingClientRect(); return [Number(one.textContent), own.left + own.width / 2, own.top + own.height / 2]; }));
    assert.equal(await names(), "first number, a ↓ | second number, b →");
    const across = await numbers("across"), upright = await numbers("upright");
    assert.deepEqual(across.map(([n]) => n), [0, 5, 10, 15, 20, 25, 30]);
    assert.deepEqual(upright.map(([n]) => n), [0, 5, 10, 15, 20, 25, 30]);
    await page.mouse.move(across[2][1], upright[4][2]);
    await until(page, () => document.querySelector("#readout").textContent.startsWith("(20, 10)"));
    await page.focus("canvas");
    for (let k = 0; k < 3; k++) await page.keyboard.press("+");
    await ready(page);
    assert.notDeepEqual((await numbers("across")).map(([n]) => n), across.map(([n]) => n));
    await go(page, "#table/take[1,3,4]?to=100&row=7");
    await settled(page);
    assert.equal(await names(), "first n of the row ↓ | n mod 7 →");
    assert.ok((await numbers("upright")).every(([n]) => n % 7 === 0));
    await go(page, "#sequence/kayles?to=200");
    await settled(page);
    assert.equal(await names(), "Grundy value ↑ | heap size n →");
    assert.deepEqual((await numbers("upright")).map(([n]) => n), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert.equal((await numbers("across")).at(-1)[0], 200);
    await page.browserContext().close();
  },

  async "a lesson asks questions, the engine's answer appears after an attempt, and terminal transcripts are collapsed"() {
    const page = await open("#learn/");
    await page.click(".lessons li:nth-child(8) a");
    await until(page, () => location.hash === "#learn/8?hidden=1" && document.querySelector(".question"));
    assert.equal(await page.$$eval(".console > pre, .console details[open]", (all) => all.length), 0);
    const bring = (selector) => page.$eval(selector, (one) => one.scrollIntoView({ block: "center" }));
    const nim = '.question[data-spec="nim(5,5)"]';
    await bring(nim);
    await until(page, (nim) => document.querySelector(`${nim} [data-say]`), nim);
    assert.ok(await page.$(`${nim} .mini circle`));
    assert.ok(!(await text(page, nim)).includes("xor"));
    await page.click(`${nim} [data-say="N"]`);
    await until(page, (nim) => document.querySelector(`${nim} .bad-line`)?.textContent.includes("5 xor 5 = 0"), nim);
    await page.click(`${nim} [data-say="P"]`);
    await until(page, (nim) => document.querySelector(`${nim} .good-line`), nim);
    assert.equal(await page.$eval(`${nim} a`, (link) => link.hash), "#play/nim(5,5)");
    const claim = '.question[data-claim="P iff a xor b xor c == 0"]';
    await bring(claim);
    await page.click(`${claim} [data-say="yes"]`);
    await until(page, (claim) => document.querySelector(`${claim} .good-line`), claim);
    // The steps have the form to which the text below refers.
    await go(page, "#learn/1");
    await bring(".question");
    await until(page, () => document.querySelector(".question [data-say]"));
    assert.equal(await page.$(".walked"), null);
    assert.match(await text(page, ".question"), /The steps appear here after your answer\.$/);
    await page.click('.question [data-say="P"]');
    await until(page, () => document.querySelector(".walked"));
    assert.ok(!(await text(page, ".question")).includes("after your answer"));
    assert.equal(await text(page, ".walked li:nth-child(5)"), "(4): (3) = 0, (2) = 2 ⇒ mex{0,2} = 1, N");
    await go(page, "#learn/4");
    const table = '.question[data-what="take[1,3,4]"]';
    await bring(table);
    await page.click(`${table} .show`);
    await until(page, (table) => document.querySelector(`${table} pre`)?.textContent.includes("0  1  0  1  2  3  2"), table);
    assert.equal(await page.$eval(`${table} a`, (link) => link.hash), "#table/take[1,3,4]?to=20");
    assert.ok(await page.$(".console details pre"));
    await page.browserContext().close();
  },
};
