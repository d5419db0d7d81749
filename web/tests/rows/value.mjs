// Tests Value: values of expressions, misère quotients, the input for them, and the note about who computes.
import assert from "node:assert/strict";
import { go, open, ready, settled, text, until } from "../drive.mjs";

export const places = [
  "#value/{2|0||-1}", "#value/misere%20kayles(7)", "#value/domneering(2x3)%20+%201/2", "#value/kayles?of=quotient",
  "#value/octal[0.75]%20+%20octal[0.34]?of=quotient", "#value/wythoff?of=quotient",
];

const facts = (page) => page.$$eval("main .facts div", (all) => Object.fromEntries(all.map((row) => [row.querySelector("dt").textContent, row.querySelector("dd").textContent])));
const type = async (page, words) => {
  await page.$eval(".command input", (input) => { input.focus(); input.select(); });
  await page.keyboard.type(words);
};

export const rows = {
  async "an expression shows its value, its facts and its thermograph, and a mistake in it is underlined and corrected"() {
    const page = await open("#value/{2|0||-1}");
    await settled(page);
    assert.equal(await text(page, ".formula"), "{2|0||-1}");
    assert.deepEqual(await facts(page), { "Left stop": "0", "Right stop": "-1", Mean: "0", Temperature: "1", Birthday: "4" });
    assert.ok((await text(page, "main")).includes("Right wins, whoever starts"));
    assert.equal(await page.$$eval(".thermograph .wall", (all) => all.length), 2);
    await go(page, "#value/misere%20kayles(7)");
    await settled(page);
    assert.equal((await facts(page)).Genus, "2^{20}");
    assert.equal(await page.$(".thermograph"), null);
    await type(page, "domneering(2x3) + 1/2");
    await until(page, () => document.querySelector(".command mark")?.textContent === "domneering");
    await page.click(".mend");
    await until(page, () => document.querySelector(".formula")?.textContent === "{5/2|0}");
    await page.$$eval(".offered a", (all) => all.find((link) => link.textContent === "*2 + ^").click());
    await until(page, () => document.querySelector(".formula")?.textContent === "^*2" && document.querySelector(".command input").value === "*2 + ^");
    // An expression is not a position, so other views begin with their own examples; a position is kept.
    await until(page, () => document.querySelector("#tab-play").hash === "#play/nim(3,4,5)");
    await go(page, "#value/hackenbush(0-1:b,1-2:r)");
    await until(page, () => document.querySelector("#tab-play").hash === "#play/hackenbush(0-1:b,1-2:r)");
    await page.browserContext().close();
  },

  async "the misère quotient of a heap game and of a sum of two games is shown"() {
    const page = await open("#value/kayles(5,7)");
    await page.click("#of-quotient");
    await until(page, () => location.hash === "#value/kayles?of=quotient" && document.querySelector("main table"));
    const known = await facts(page);
    assert.equal(known.Order, "40");
    assert.ok(known["P-portion"].startsWith("9 of 40: a, d, e, ac, b²"), known["P-portion"]);
    assert.ok(known.Relations.startsWith("a²\u00a0=\u00a01, bd\u00a0=\u00a0bc"));
    assert.ok((await text(page, "main")).includes("Period 12 from heap 71 on"));
    assert.deepEqual(await page.$$eval("main tr:first-child td", (all) => all.map((cell) => cell.textContent + (cell.className && "!"))), ["a!", "b", "ab", "a!", "c", "ab", "b", "ab²", "d!", "b"]);
    await type(page, "wythoff");
    await until(page, () => document.querySelector(".command .mistake")?.textContent.includes("heaps"));
    await type(page, "0.75 + 0.34");
    await until(page, () => !document.querySelector(".command .mistake"));
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelectorAll("main table").length === 2);
    await page.click("#of-value");
    await until(page, () => document.querySelector(".formula"));
    await page.browserContext().close();
  },

  async "the input field of every view accepts positions, rules and values, as the command does"() {
    const page = await open("#play/nim(1)");
    for (const [words, place] of [["{2|0||-1}", "#value/{2|0||-1}"], ["nim 3 4 5", "#value/nim(3,4,5)"], ["1/2", "#value/1/2"], ["2Tiny(2)", "#value/2Tiny(2)"]]) {
      await type(page, words);
      // After the text is typed and checked, no mistake is shown.
      await ready(page);
      assert.equal(await page.$(".command .mistake"), null);
      await page.keyboard.press("Enter");
      await until(page, (place) => location.hash === place, place);
      await settled(page);
    }
    await go(page, "#table/wythoff?to=30");
    await type(page, "{2|0||");
    await until(page, () => document.querySelector(".command .mistake"));
    await type(page, "{2|0||-1}");
    await page.keyboard.press("Enter");
    await until(page, () => location.hash === "#value/{2|0||-1}");
    await go(page, "#play/nim(1)");
    await type(page, "3 4 5");
    await until(page, () => document.querySelector(".command .mend")?.textContent === "nim(3,4,5)");
    await page.click(".mend");
    await until(page, () => document.querySelector(".spec")?.textContent === "nim(3,4,5)");
    // A position has a link to its value.
    await until(page, () => document.querySelectorAll(".why a").length === 2);
    await page.$$eval(".why a", (all) => all.find((link) => link.hash === "#value/nim(3,4,5)").click());
    await until(page, () => document.querySelector(".formula")?.textContent === "*2");
    await page.browserContext().close();
  },

  async "the page shows which machine computes the answers"() {
    const page = await open("#gallery/");
    assert.equal(await text(page, "#host"), "Computed on this device");
    assert.ok(await page.$eval("#host", (line) => line.checkVisibility()));
    await page.browserContext().close();
  },
};
