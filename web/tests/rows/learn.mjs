// Tests the course: every lesson in both languages, exercises checked by the engine, saved progress, and a class of
// readers on one server.
import assert from "node:assert/strict";
import { ask, go, open, ready, text, until } from "../drive.mjs";
import { LESSONS, made } from "../../learn/lessons.js";

const shown = (page) => until(page, () => document.querySelector(".prose") && !document.querySelector(".exercise[aria-busy=true]") && document.querySelector(".verdict"));

// Answers an exercise with the engine's answer to the question on the page.
async function answer(page, number) {
  const id = `#task-${number}`;
  const [kind, asked] = await page.$eval(id, (card) => [card.querySelector("[data-say]") ? "who" : card.querySelector("input").placeholder, card.querySelector(".asked").textContent]);
  const say = async (words) => {
    await page.$eval(`${id} input`, (box, words) => { box.value = words; box.dispatchEvent(new Event("input", { bubbles: true })); }, words);
    await page.click(`${id} form button`);
  };
  if (/iff/.test(kind)) {
    const finding = await ask(page, { do: "find", rules: asked, of: "outcome" });
    const period = [finding].flat().find((one) => one.rules === asked) ?? [finding].flat()[0];
    return [period, say];
  }
  const solved = await ask(page, { do: "solve", spec: asked });
  if (kind === "who") await page.click(`${id} [data-say="${solved.outcome}"]`);
  else if (kind !== "0") {
    const board = await ask(page, { do: "board", spec: asked });
    await say(board.pieces.flatMap(({ moves }) => moves).find(({ result }) => result === board.result).short);
  }
  else await say(String(solved.grundy ?? solved.value ?? solved.score ?? solved.loser));
  await until(page, (id) => document.querySelector(`${id}.done`) || document.querySelector(`${id} .bad-line, ${id} .mistake`), id);
  assert.ok(await page.$(`${id}.done`), `${asked}: ${await text(page, id)}`);
  return [];
}

export const places = ["#learn/", "#learn/8", "#learn/16?hidden=1"];

export const rows = {
  async "every lesson opens in both languages with its chapter, its proof and its exercises"() {
    for (const lang of ["en", "zh"]) {
      const page = await open("#learn/", { lang });
      assert.equal(await page.$$eval(".lessons li", (all) => all.length), LESSONS.length);
      for (const { n, proofs, tasks } of LESSONS) {
        await go(page, `#learn/${n}`);
        await shown(page);
        const title = await text(page, ".lesson-title");
        assert.ok(title.startsWith(`${n}. `) && title.length > 6, title);
        assert.equal(lang === "zh", /[\u4e00-\u9fff]/.test(title), title);
        assert.equal(await page.$$eval(".proof", (all) => all.length), proofs.length, title);
        assert.equal(await page.$$eval(".exercise", (all) => all.length), tasks.length, title);
        assert.ok((await text(page, ".prose")).length > 300, title);
        const prose = await page.$$eval(".prose p, .prose li, .prose td", (all) => all.map((one) => [...one.childNodes].filter(({ tagName }) => tagName !== "CODE").map(({ textContent }) => textContent).join(" ")).join(" "));
        assert.equal(/\]\(|\*\*|```/.exec(prose), null, `${title}: marks of Markdown are left`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), title);
      }
      await page.browserContext().close();
    }
  },

  async "the engine decides which answers to exercises of all kinds are correct"() {
    const page = await open("#learn/");
    for (const { n, tasks } of LESSONS) {
      await go(page, `#learn/${n}`);
      await shown(page);
      for (const [k, task] of tasks.entries()) if (task.ask !== "claim") await answer(page, k + 1);
    }
    // All generated positions, and all rules and claims of the course, are valid.
    for (const { tasks } of LESSONS) for (const task of tasks) {
      const texts = task.ask === "claim" ? [] : [0, .5, .999].map((at) => made(task.from, () => at));
      for (const spec of texts) assert.equal((await ask(page, { do: "parse", spec })).error, undefined, spec);
      for (const rules of task.rules ?? []) {
        assert.equal((await ask(page, { do: "parse", rules })).error, undefined, rules);
        assert.equal((await ask(page, { do: "prove", rules, claim: task.like })).error, undefined, `${rules}: ${task.like}`);
      }
    }
    // Answer an exercise by a false claim, a claim of the wrong form, an invalid text, and a true claim.
    await go(page, "#learn/2");
    await shown(page);
    const say = async (words) => {
      await page.$eval("#task-3 input", (box, words) => { box.value = words; box.dispatchEvent(new Event("input", { bubbles: true })); }, words);
      await page.click("#task-3 form button");
    };
    const k = Number(/\.\.(\d+)/.exec(await text(page, "#task-3 .asked"))[1]);
    await say("P iff n % 2 == 1");
    await until(page, () => /fails at/.test(document.querySelector("#task-3 .bad-line")?.textContent));
    await say("n >= 0");
    await until(page, () => /State for which/.test(document.querySelector("#task-3 .bad-line")?.textContent));
    await say("P iff n % ");
    await until(page, () => document.querySelector("#task-3 .mistake"));
    await say(`P iff n % ${k + 1} == 0`);
    await until(page, () => document.querySelector("#task-3.done"));
    // Solved exercises are marked after a reload, and an illegal move is rejected.
    await page.reload();
    await ready(page);
    await shown(page);
    assert.equal(await page.$$eval(".exercise.done", (all) => all.length), 3);
    await go(page, "#learn/");
    assert.match(await text(page, ".lessons li:nth-child(2)"), /done/);
    await go(page, "#learn/8");
    await shown(page);
    await page.$eval("#task-2 input", (box) => { box.value = "9 9"; box.dispatchEvent(new Event("input", { bubbles: true })); });
    await page.click("#task-2 form button");
    await until(page, () => document.querySelector("#task-2 .mistake, #task-2 .bad-line"));
    await page.browserContext().close();
  },

  async "the position of a lesson can be played, a teacher's link hides the answer, and links in the text open proofs"() {
    const page = await open("#learn/8?hidden=1");
    await shown(page);
    assert.equal(await page.$(".verdict .move.win"), null);
    await page.click("#shown");
    await until(page, () => document.querySelector(".verdict .move.win"));
    await page.click(".verdict .move.win");
    await until(page, () => document.querySelector(".played li") && location.hash.startsWith("#learn/8") && location.hash.includes("moves="));
    await page.reload();
    await ready(page);
    await shown(page);
    assert.ok(await page.$(".played li"));
    const link = await page.evaluateHandle(() => [...document.querySelectorAll(".prose button.link")].at(0));
    await link.asElement().click();
    await until(page, () => document.querySelector(".proof[open]"));
    // The other views show the position of the lesson.
    await page.click("#tab-play");
    await until(page, () => location.hash.startsWith("#play/nim("));
    await page.browserContext().close();
  },
};

export const served = {
  async "ten users play a lesson to its end on one server"() {
    const pages = await Promise.all([...Array(10)].map(() => open("#learn/1")));
    await Promise.all(pages.map(async (page) => {
      await shown(page);
      for (let moves = 0; moves < 10 && !await page.$(".verdict.over"); moves++) {
        const before = await page.evaluate(() => location.hash);
        await page.$eval(".verdict .move", (move) => move.click());
        await until(page, (before) => location.hash !== before && !document.querySelector("[aria-busy=true]"), before);
        await ready(page);
      }
      assert.ok(await page.$(".verdict.over"));
      for (const number of [1, 2]) await answer(page, number);
      assert.equal(await page.$$eval(".exercise.done", (all) => all.length), 2);
    }));
    for (const page of pages) await page.browserContext().close();
  },
};
