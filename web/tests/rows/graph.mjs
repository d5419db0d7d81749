// Tests the drawing board: drawing by pointer and by keys, the values shown, and conversion to and from text.
import assert from "node:assert/strict";
import { ask, go, open, ready, text, until } from "../drive.mjs";

// Returns the screen coordinates of a place on the sheet, given by coordinates from 0 to 1.
const place = async (page, x, y) => {
  const box = await page.$eval(".sheet-paper", (paper) => { const { left, top, width, height } = paper.getBoundingClientRect(); return { left, top, width, height }; });
  return [box.left + x * box.width, box.top + y * box.height];
};
const spec = (page) => page.evaluate(() => decodeURIComponent(location.hash));
const is = (page, wanted) => until(page, (wanted) => decodeURIComponent(location.hash).includes(wanted), wanted);
const drag = async (page, [a, b], [c, d]) => {
  await page.mouse.move(a, b);
  await page.mouse.down();
  await page.mouse.move((a + c) / 2, (b + d) / 2, { steps: 3 });
  await page.mouse.move(c, d, { steps: 3 });
  await page.mouse.up();
};
const centre = (page, label) => page.$$eval(".sheet .vertex", (all, label) => {
  const found = all.find((one) => one.querySelector("text").textContent === label), { left, top, width, height } = found.querySelector("circle").getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}, label);

export const places = ["#play/hackenbush(0-1,1-2,2-0)?draw=1", "#play/token[a>b,b>c,a>c](a,b)?draw=1", "#play/token[a>b,b>c,a>c](a,b)"];

export const rows = {
  async "a graph is drawn by pointer and by keyboard, and its values are shown on it"() {
    const page = await open("#play/hackenbush(0-1)");
    await page.click(".edit summary");
    await page.click("#draw");
    await until(page, () => document.querySelectorAll(".sheet .vertex").length === 2);
    // Dragging from a point to an empty place draws a line to a new point.
    await drag(page, await centre(page, "1"), await place(page, .8, .3));
    await is(page, "hackenbush(0-1,1-2)");
    await until(page, () => [...document.querySelectorAll(".sheet .worth")].some((value) => value.textContent === "2"));
    // Clicks on two points, one after the other, join them.
    await page.mouse.click(...await centre(page, "0"));
    await page.mouse.click(...await centre(page, "2"));
    await is(page, "hackenbush(0-1,1-2,0-2)");
    await page.click("#tool-ink");
    await page.click("#ink-blue");
    const line = await page.$$eval(".sheet .edge .hit", (all) => { const at = all[0].getPointAtLength(all[0].getTotalLength() * .7), own = all[0].getScreenCTM(); return [at.x * own.a + own.e, at.y * own.d + own.f]; });
    await page.mouse.click(...line);
    await is(page, "0-1:b");
    await page.click("#tool-erase");
    await page.mouse.click(...await centre(page, "2"));
    await is(page, "hackenbush(0-1:b)");
    await page.click("#draw-back");
    await is(page, "hackenbush(0-1:b,1-2,0-2)");
    // A point stays at the place to which it is dragged.
    await page.click("#tool-move");
    await drag(page, await centre(page, "2"), await place(page, .2, .2));
    const [x, y] = await centre(page, "2"), [wx, wy] = await place(page, .2, .2);
    assert.ok(Math.hypot(x - wx, y - wy) < 12, `${x} ${y}`);
    // By keyboard only.
    await page.$$eval(".sheet .vertex", (all) => all[1].focus());
    await page.keyboard.press("n");
    await is(page, "1-3");
    await page.$$eval(".sheet .vertex", (all) => all[3].focus());
    await page.keyboard.press("g");
    await is(page, "ground=");
    await page.keyboard.press("Delete");
    await is(page, "hackenbush(0-1:b,1-2,0-2)");
    await page.$eval(".sheet .edge", (edge) => edge.focus());
    await page.keyboard.press("Enter");
    await is(page, "0-1:r");
    await page.click("#draw-done");
    await until(page, () => document.querySelector(".piece .edge.red"));
    await page.browserContext().close();
  },

  async "tokens are placed on graphs with arrows, lists and DOT are read, and invalid input shows a message"() {
    const page = await open("#play/token[a>b](a)?draw=1");
    await until(page, () => document.querySelectorAll(".sheet .vertex").length === 2);
    await drag(page, await centre(page, "b"), await place(page, .85, .5));
    await is(page, "token[a>b,b>c](a)");
    // Each vertex has its own value.
    await until(page, () => [...document.querySelectorAll(".sheet .worth")].map((one) => one.textContent).join() === "0,1,0");
    await page.click("#tool-token");
    await page.mouse.click(...await centre(page, "b"));
    await page.mouse.click(...await centre(page, "b"));
    await is(page, "token[a>b,b>c](a,b,b)");
    const type = async (words) => {
      await page.$eval(".texts", (details) => { details.open = true; });
      await page.$eval("#drawn-text", (box, words) => { box.value = words; box.dispatchEvent(new Event("input", { bubbles: true })); }, words);
      await page.click("#drawn-read");
    };
    await type("x>y\ny>z\nx>z");
    await is(page, "token[x>y,y>z,x>z]()");
    await page.click("#text-dot");
    await until(page, () => document.querySelector("#drawn-text").value.startsWith("digraph grundy {"));
    await type('digraph { p [tokens=2]; p -> q; q -> "r s" }');
    await is(page, 'token[p>q,q>"r s"](p,p)');
    const before = await spec(page);
    await type("digraph { p -> ");
    await until(page, () => document.querySelector(".drawing-board .mistake"));
    assert.equal(await spec(page), before);
    await go(page, "#play/triangles(1-2 | 1-3,2-3)?draw=1");
    await until(page, () => document.querySelectorAll(".sheet .edge").length === 3);
    await type("1-2:solid\n2-3\n1-3\n3-4");
    await is(page, "triangles(1-2 | 1-3,2-3,3-4)");
    // For a game without drawings, the page shows a message.
    await go(page, "#play/nim(3)?draw=1");
    await until(page, () => document.querySelector(".drawing-board, .board .mistake"));
    assert.equal((await ask(page, { do: "draw", spec: "nim(3)" })).error.kind, "unsupported");
    await page.browserContext().close();
  },

  async "a graph is drawn by touch"() {
    const page = await open("#play/hackenbush(0-1)?draw=1", { width: 390, height: 780 });
    await until(page, () => document.querySelectorAll(".sheet .vertex").length === 2);
    const [[ax, ay], [bx, by]] = [await centre(page, "1"), await place(page, .85, .2)];
    const touch = await page.touchscreen.touchStart(ax, ay);
    await touch.move((ax + bx) / 2, (ay + by) / 2);
    await touch.move(bx, by);
    await touch.end();
    await is(page, "hackenbush(0-1,1-2)");
    await ready(page);
    assert.ok(await text(page, ".brief"));
    await page.browserContext().close();
  },
};
