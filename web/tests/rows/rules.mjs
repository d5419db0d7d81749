// Tests Rules: the editor, mistakes, the first values.
import assert from "node:assert/strict";
import { ask, go, inTime, open, until } from "../drive.mjs";

export const places = [
  "#rules/rule%7B%20n%20-%3E%20n-k%20for%20k%20in%201..n/2%20%7D", "#rules/rule%7B%20(n,m)%20-%3E%20(n-k,2*k)%20for%20k%20in%201..min(n,m)%20%7D",
  "#rules/rule%7B%20left:%20n%20-%3E%20n-1;%20right:%20n%20-%3E%20n-2%20%7D",
];

const write = async (page, text) => {
  await page.$eval("#rules-text", (field) => { field.focus(); field.select(); });
  await page.keyboard.press("Backspace");
  await page.type("#rules-text", text);
};
const values = (page) => page.$$eval(".first", (all) => all.map((one) => one.textContent).join());

export const rows = {
  async "the editor of rules underlines mistakes and shows values"() {
    const page = await open("#rules/rule%7B%20n%20-%3E%20n-k%20for%20k%20in%201..n/2%20%7D");
    await until(page, () => document.querySelectorAll(".first").length === 61);
    const table = async (rules, to) => (await ask(page, { do: "table", rules, to, of: "grundy" })).grundy.flat().join();
    assert.equal(await values(page), await table("rule{ n -> n-k for k in 1..n/2 }", 60));
    assert.equal(await page.$$eval(".first.p-position", (all) => all.length), 6);
    // The cells of a row are aligned at the top, whatever their values.
    const tops = await page.$$eval(".firsts .first", (all) => all.map((cell) => [cell.parentElement.getBoundingClientRect().top, cell.getBoundingClientRect().top]));
    assert.ok(tops.length > 6 && tops.every(([row, cell]) => row === cell), JSON.stringify(tops));
    // The cells of a column are aligned too, in the list and in the grid, and the rows are as wide as the text above.
    const isAligned = () => page.evaluate(() => {
      const list = document.querySelector(".firsts"), boxes = [...document.querySelectorAll(".firsts .first, .first-grid tbody .first")].map((one) => one.getBoundingClientRect());
      const columns = boxes.findIndex(({ top }) => top !== boxes[0].top), right = document.querySelector(".paper").getBoundingClientRect().right;
      return boxes.every(({ left, width }, k) => Math.abs(left - boxes[k % columns].left) < .1 && Math.abs(width - boxes[0].width) < .1) && (!list || Math.abs(boxes[columns - 1].right - right) < 1);
    });
    for (const width of [360, 1280]) {
      await page.setViewport({ width, height: 800 });
      assert.ok(await isAligned(), String(width));
    }
    // A mistake is underlined, while the values of the last valid rules stay.
    await write(page, "rule{ n -> n-k for k in 1..m }");
    await until(page, () => document.querySelector(".paper mark")?.textContent === "m" && document.querySelector(".editor .mistake"));
    assert.equal(await page.$eval("#rules-text", (field) => field.getAttribute("aria-invalid")), "true");
    await write(page, "wythof");
    await until(page, () => document.querySelector(".editor .mend")?.textContent === "wythoff");
    await page.click(".editor .mend");
    await until(page, () => document.querySelectorAll(".first-grid tbody .first").length === 256 && location.hash === "#rules/wythoff");
    assert.equal(await values(page), await table("wythoff", 15));
    assert.ok(await isAligned());
    // Three numbers have a slider for the first; partizan games show letters; four numbers have no table.
    await write(page, "rule{ (a,b,c) -> (a-1,b,c); (a,b-1,c+1); (a,b,c-2) }");
    await until(page, () => document.querySelector("#layer"));
    await page.focus("#layer");
    await page.keyboard.press("ArrowRight");
    await until(page, () => document.querySelector(".first").getAttribute("aria-label").startsWith("(1,0,0)"));
    const whole = (await ask(page, { do: "table", rules: "rule{ (a,b,c) -> (a-1,b,c); (a,b-1,c+1); (a,b,c-2) }", to: 9, of: "grundy" })).grundy;
    assert.equal(await values(page), whole[1].flat().join());
    await write(page, "take[1,2 | 1]");
    await until(page, () => [...document.querySelectorAll(".first")].some((one) => one.textContent === "L"));
    await write(page, "rule{ (a,b,c,d) -> (a-1,b,c,d) }");
    await until(page, () => location.hash.includes("a,b,c,d") && !document.querySelector(".first"));
    // A game with points has scores and no table.
    await write(page, "rule{ n -> n-k gain k*k for k in 1..3 }");
    await until(page, () => location.hash.includes("gain") && document.querySelector(".ways a") && !document.querySelector("#to-pattern, .first, .mistake"));
    await page.click(".ways a");
    await until(page, () => location.hash.startsWith("#play/rule") && document.querySelector(".card.board figure.piece"));
    await page.goBack();
    await until(page, () => document.querySelector("#rules-text"));
    // A click on a value plays its position.
    await write(page, "misere take[1,2]");
    await until(page, () => document.querySelectorAll(".first").length === 61);
    await page.$$eval(".first", (all) => all[4].click());
    await until(page, () => location.hash === "#play/misere%20take[1,2](4)");
    await page.browserContext().close();
  },

  async "the address contains the rules, examples fill the editor, and a megabyte of text does not block it"() {
    const page = await open("#rules/take[1,3,4]");
    assert.equal(await page.$eval("#rules-text", (field) => field.value), "take[1,3,4]");
    // Every example is valid.
    for (let k = 0; k < await page.$$eval(".examples button", (all) => all.length); k++) {
      await page.$$eval(".examples button", (all, k) => all[k].click(), k);
      await until(page, (k) => document.querySelectorAll(".examples button")[k].getAttribute("aria-pressed") === "true"
        && decodeURIComponent(location.hash.slice(7)) === document.querySelector("#rules-text").value
        && (document.querySelector(".first") || / gain /.test(document.querySelector("#rules-text").value)) && !document.querySelector("[aria-busy=true]"), k);
    }
    // A text that is replaced before its values arrive does not stay in the address.
    await page.$$eval(".examples button", (all) => all[0].click());
    await until(page, () => location.hash.startsWith("#rules/rule"));
    await page.$$eval(".examples button", (all) => all.at(-1).click());
    await until(page, () => location.hash === "#rules/take[1,3,4]" && document.querySelector("#rules-text").value === "take[1,3,4]");
    await page.$$eval(".examples button", (all) => all[2].click());
    await until(page, () => document.querySelectorAll(".first-grid .first").length === 256);
    await page.reload();
    await until(page, () => document.querySelectorAll(".first-grid .first").length === 256);
    await page.click("#to-pattern");
    await until(page, () => location.hash.startsWith("#pattern/rule"));
    await page.goBack();
    await until(page, () => document.querySelector("#rules-text"));
    const start = Date.now();
    const put = (piece, times) => page.$eval("#rules-text", (field, piece, times) => {
      field.value = piece.repeat(times);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }, piece, times);
    await put("n ->\n", 200000);
    await until(page, () => document.querySelector(".editor .mistake"));
    await put("nim", 1);
    await until(page, () => location.hash === "#rules/nim");
    inTime(start, 20000);
    await go(page, "#rules/take%5B1,2");
    await until(page, () => document.querySelector(".editor .mistake"));
    await page.browserContext().close();
  },
};
