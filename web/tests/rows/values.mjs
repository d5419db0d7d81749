// Tests the values of partizan positions and their thermographs in Play.
import assert from "node:assert/strict";
import { go, open, ready, text, until } from "../drive.mjs";

export const places = ["#play/hackenbush(0-1:b,1-2:r,0-3)"];

export const rows = {
  async "the value of a position and its thermograph are shown next to the position"() {
    const page = await open("#play/rule{ left: n -> n-1; n-2; right: n -> n-1; n-3 }(6)");
    await until(page, () => document.querySelector(".worth .value"));
    assert.ok((await text(page, ".worth")).includes("temperature"));
    await page.click(".worth summary");
    await until(page, () => document.querySelectorAll(".thermograph .wall").length === 2);
    const rows = await page.$$eval(".facts div", (all) => all.map((row) => [row.querySelector("dt").textContent, row.querySelector("dd").textContent]));
    assert.deepEqual(rows.slice(0, 4).map(([name]) => name), ["Left stop", "Right stop", "Mean", "Temperature"]);
    // If the answer is hidden, no value is shown.
    await page.click("#shown");
    await until(page, () => !document.querySelector(".worth"));
    await go(page, "#play/hackenbush(0-1:b,1-2:r)");
    await until(page, () => document.querySelector(".worth .value")?.textContent === "1/2");
    await ready(page);
    // Impartial games have Grundy values instead.
    await go(page, "#play/nim(3)");
    assert.equal(await page.$(".worth"), null);
    await page.browserContext().close();
  },
};
