// Tests Play: clicks on boards, hints, explanations of defeats.
import assert from "node:assert/strict";
import { ask, go, open, text, until } from "../drive.mjs";

export const places = ["#play/nim(30,100)"];

export const rows = {
  async "every game is played to its end by clicks, and the result is the predicted one"() {
    const page = await open("#gallery/");
    const cards = await ask(page, { do: "games" });
    assert.ok(cards.length > 20);
    for (const { name, example } of cards) {
      await go(page, `#play/${encodeURIComponent(example)}?machine=100`);
      const first = await ask(page, { do: "board", spec: example });
      for (let turn = 0; turn < 60 && !(await page.$(".verdict.over")); turn++) {
        const before = await page.evaluate(() => location.hash);
        await page.evaluate(() => {
          const move = document.querySelector(".verdict .moves .move");
          move.closest("details")?.setAttribute("open", "");
          move.click();
        });
        await until(page, (before) => location.hash !== before, before);
        await until(page, () => {
          const busy = document.querySelector("[aria-busy=true]");
          const [played, me] = [new URLSearchParams(location.hash.split("?")[1]), "you"];
          const last = [...document.querySelectorAll(".played li")].length;
          return !busy && last === (played.get("moves") ?? "").split(";").filter(Boolean).length
            && (document.querySelector(".verdict.over") || document.querySelector(`[data-mover="${played.get(me)}"]`));
        });
      }
      assert.ok(await page.$(".verdict.over"), `${name}: no end`);
      const expected = first.kind === "scoring" || first.kind === "multiplayer" ? null : { win: "You win", loss: "You lose" }[first.result];
      // The address names the reader's player a moment after the board has changed.
      const told = (expected) => document.querySelector(".verdict.over h1")?.textContent === expected;
      if (expected) await until(page, told, expected).catch(() => assert.fail(`${name}: ${example} does not end with ${expected}`));
    }
    await page.browserContext().close();
  },

  async "clicks on stones, squares and lines make moves"() {
    const page = await open("#play/nim(3,4,5)");
    await page.click(".piece:first-child .stone.wins");
    await until(page, () => document.querySelector(".spec")?.textContent === "nim(1,4,5)");
    await go(page, "#play/wythoff(8,11)");
    await page.click(".cell.win");
    await until(page, () => document.querySelector(".spec")?.textContent === "wythoff(4,7)");
    await go(page, "#play/hackenbush(0-1,1-2,0-3)");
    await page.evaluate(() => document.querySelector(".edge.win").dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await until(page, () => document.querySelector(".spec")?.textContent === "hackenbush(0-1,0-3)");
    await go(page, "#play/chomp(3x4)");
    await page.click(".square.win");
    await until(page, () => document.querySelector(".verdict.loss"));
    // The button takes the move back.
    await page.click("[title=u]");
    await until(page, () => document.querySelector(".spec")?.textContent === "chomp(3x4)");
    // A cell that several moves change needs a second click.
    await go(page, `#play/${encodeURIComponent('clobber("xoxo")')}`);
    await page.click(".cells .square:nth-child(2)");
    await page.click(".cells .square:nth-child(1)");
    await until(page, () => document.querySelector(".spec")?.textContent === 'clobber(".xxo")');
    // Then a piece is placed by hand.
    await page.evaluate(() => document.querySelector("details.edit").open = true);
    await page.click(".setting .cells .square");
    await until(page, () => !document.querySelector("#set").disabled);
    await page.click("#set");
    await until(page, () => document.querySelector(".spec")?.textContent === 'clobber("oxxo")');
    // A click on a vertex removes it and its neighbours.
    await go(page, "#play/node_kayles(1-2,2-3)");
    await page.evaluate(() => document.querySelector(".vertex.open").dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await until(page, () => document.querySelector(".spec")?.textContent === "node_kayles(3)");
    // For heaps in one component, the reader first chooses what each heap keeps.
    await go(page, "#play/moore[2](3,4,5)");
    await page.evaluate(() => document.querySelectorAll(".together > div")[0].querySelector(".stone").click());
    await page.evaluate(() => document.querySelectorAll(".together > div")[1].querySelectorAll(".stone")[2].click());
    await until(page, () => document.querySelectorAll(".together .going").length === 5);
    await page.click("#take");
    await until(page, () => document.querySelector(".spec")?.textContent === "moore[2](0,2,5)");
    await go(page, "#play/fibonacci_nim(20)");
    await page.evaluate(() => document.querySelectorAll(".together .stone")[18].click());
    await until(page, () => document.querySelector(".spec")?.textContent === "fibonacci_nim(18; 4)");
    await go(page, "#play/empty_and_divide(4,9)");
    await page.evaluate(() => document.querySelectorAll(".together > div")[1].querySelectorAll(".stone")[3].click());
    await until(page, () => document.querySelector(".spec")?.textContent === "empty_and_divide(4,5)");
    // A click that means several moves offers a choice.
    await go(page, "#play/kayles(7)");
    await page.evaluate(() => document.querySelectorAll(".stone")[3].click());
    await until(page, () => document.querySelectorAll(".choose .move").length > 1);
    await page.click(".choose .move");
    await until(page, () => document.querySelectorAll(".played li").length === 1);
    await page.browserContext().close();
  },

  async "if a move consists of two cells, the page names the possible second cells after the first click"() {
    const page = await open("#play/domineering(4x4)?hidden=1");
    const cell = (row, column) => `.piece .cells > div:nth-child(${row}) .square:nth-child(${column})`, names = () => page.$$eval(".cells .possible", (all) => all.map((one) => one.getAttribute("aria-label").split(" ")[0]));
    await page.click(cell(2, 2));
    assert.equal(await text(page, ".told[aria-live=polite]"), "You chose b2. Choose another cell of the move: b1, b3. Choose b2 again to list its moves.");
    assert.deepEqual(await names(), ["b1", "b3"]);
    assert.equal(await page.$$eval(".piece .cells .square:not(:disabled)", (all) => all.length), 3);
    // The page describes the focused move, and then asks the same question again.
    await page.focus(cell(3, 2));
    await until(page, () => document.querySelector(".told").textContent.startsWith("b2-b3"));
    await page.$eval(cell(3, 2), (one) => one.blur());
    await until(page, () => document.querySelector(".told").textContent.startsWith("You chose b2"));
    // A hint replaces the question.
    await page.click("#hint");
    await until(page, () => !document.querySelector(".cells .possible") && !document.querySelector(".told").textContent.startsWith("You chose"));
    const hinted = await text(page, ".told");
    assert.ok(hinted.length > 0 && hinted !== "Choose a square.", hinted);
    await page.click(cell(2, 2));
    await page.click(cell(2, 2));
    await until(page, () => document.querySelectorAll(".choose .move").length === 2);
    await page.click(cell(3, 3));
    await until(page, () => document.querySelector(".told[aria-live]")?.textContent.startsWith("You chose c3"));
    await page.click("#language");
    await until(page, () => document.querySelector(".told").textContent === "请点一个格子。");
    await page.click(cell(2, 2));
    await until(page, () => document.querySelector(".told").textContent.startsWith("已选 b2。请再选这一步的另一格：b1、b3。"));
    await page.click(cell(1, 2));
    await until(page, () => document.querySelector(".played li")?.textContent.includes("b1-b2") && !document.querySelector(".cells .possible"));
    await page.browserContext().close();
  },

  async "boards fill their cards, with visible cells, coordinates and tiles of the moves played"() {
    for (const [width, height] of [[1280, 800], [360, 740]]) for (const theme of ["light", "dark"]) {
      const page = await open("#gallery/", { width, height, theme });
      for (const { name, example } of await ask(page, { do: "games" })) {
        const { pieces } = await ask(page, { do: "board", spec: example });
        if (pieces.length !== 1 || pieces[0].picture.kind !== "grid") continue;
        const { cells, columns } = pieces[0].picture;
        await go(page, `#play/${encodeURIComponent(example)}`);
        await until(page, (n) => document.querySelectorAll(".piece .squares .square").length === n, cells.length);
        const seen = await page.evaluate(() => {
          const card = document.querySelector(".card.board"), { left, right } = card.getBoundingClientRect();
          const luminance = (color) => {
            const [r, g, b] = color.match(/[\d.]+/g).map((n) => (n / 255 <= .03928 ? n / 255 / 12.92 : ((n / 255 + .055) / 1.055) ** 2.4));
            return .2126 * r + .7152 * g + .0722 * b;
          };
          return { left, right, rows: document.querySelectorAll(".piece .squares > div").length, cells: [...document.querySelectorAll(".piece .squares .square")].map((cell) => {
            const box = cell.getBoundingClientRect(), style = getComputedStyle(cell), back = style.backgroundColor;
            const [a, b] = [luminance(style.color), luminance(/, 0\)$/.test(back) ? getComputedStyle(card).backgroundColor : back)];
            return { left: box.left, right: box.right, size: Math.min(box.width, box.height), text: cell.textContent.trim(),
              contrast: (Math.max(a, b) + .05) / (Math.min(a, b) + .05), column: cell.dataset.column, row: cell.parentElement.dataset.row };
          }) };
        });
        const [{ size }] = seen.cells, where = `${name} at ${width} x ${height}, ${theme}`;
        for (const cell of seen.cells) {
          assert.ok(cell.left >= seen.left && cell.right <= seen.right && Math.abs(cell.size - size) < 1, `${where}: a cell leaves the card or differs in size`);
          assert.ok(!cell.text || cell.contrast >= 4.5, `${where}: ${cell.text} has contrast ${cell.contrast}`);
        }
        assert.ok(size >= 24 && (size >= 120 || size * columns >= .7 * (seen.right - seen.left - 80) || size * seen.rows >= .7 * (height - 400)), `${where}: cells of ${size} pixels`);
        assert.deepEqual(seen.cells.slice(0, columns).map(({ column }) => column), [..."abcdefghijklmnopqrstuvwxyz"].slice(0, columns), where);
        assert.equal(seen.cells.at(-1).row, String(seen.rows), where);
      }
      await page.browserContext().close();
    }
    // Each domino is one tile in the colour of its player, and the last one is marked.
    const page = await open(`#play/${encodeURIComponent("domineering(4x4)")}?moves=${encodeURIComponent("set a1=#, a2=#;set c1=#, d1=#")}`);
    const tiles = () => page.$$eval(".piece .squares .square", (all) => all.flatMap((cell, at) => cell.classList.contains("tile")
      ? [[at, ["left", "right", "last", "joined-right", "joined-below"].filter((name) => cell.classList.contains(name)).join(" ")]] : []));
    assert.deepEqual(await tiles(), [[0, "left joined-below"], [2, "right last joined-right"], [3, "right last"], [4, "left"]]);
    await page.browserContext().close();
  },

  async "the gallery is searched by words and by class of games, and is reachable on a phone"() {
    const page = await open("#gallery/", { width: 360, height: 740 });
    assert.ok(await page.$eval("#tab-gallery", (tab) => tab.checkVisibility() && tab.getBoundingClientRect().right <= innerWidth));
    const names = () => page.$$eval(".gallery:not(.tours) a", (all) => all.map(({ href }) => decodeURIComponent(href.split("#play/")[1]).match(/^\w+/)[0]));
    await until(page, () => document.querySelectorAll(".gallery:not(.tours) a").length > 60);
    const all = await names();
    await page.type("#search", "toads frogs");
    await until(page, () => document.querySelectorAll(".gallery:not(.tours) a").length < 9);
    assert.ok((await names()).length > 0 && (await names()).every((name) => name.includes("toads") || all.includes(name)));
    await page.$eval("#search", (input) => { input.value = ""; input.dispatchEvent(new Event("input", { bubbles: true })); });
    await page.evaluate(() => [...document.querySelectorAll(".filter button")].find((button) => button.textContent === "Several players").click());
    await until(page, () => document.querySelectorAll(".gallery:not(.tours) a").length < 9);
    assert.deepEqual(await names(), ["rivals"]);
    await page.browserContext().close();
  },

  async "large heaps are drawn to scale, and a position is typed with spaces"() {
    const page = await open("#play/nim(100,200,300)");
    await until(page, () => document.querySelectorAll(".pillar").length === 3);
    const [low, middle, high] = await page.$$eval(".pillar", (all) => all.map((bar) => bar.getBoundingClientRect().height));
    assert.ok(Math.abs(middle - 2 * low) < 3 && Math.abs(high - 3 * low) < 3, `${low} ${middle} ${high}`);
    await page.$eval(".command input", (input) => { input.value = ""; });
    await page.type(".command input", "nim 3 4 5");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelector(".spec")?.textContent === "nim(3,4,5)" && location.hash === "#play/nim(3,4,5)");
    await page.browserContext().close();
  },

  async "a game from the gallery is played against the computer with a hidden answer"() {
    const page = await open("#gallery/");
    await until(page, () => document.querySelector('.gallery a[href*="mnk"]'));
    await page.$eval('.gallery a[href*="mnk"]', (link) => link.click());
    await until(page, () => document.querySelectorAll(".piece .squares .square").length === 9);
    assert.equal(await text(page, ".verdict h1"), "Your move");
    assert.equal(await page.$(".verdict .mark"), null);
    assert.ok(await page.$("#hint"));
    await page.click(".piece .squares > div:nth-child(2) .square:nth-child(2)");
    await until(page, () => document.querySelectorAll(".played li").length === 2 && document.querySelector(".verdict h1")?.textContent === "Your move");
    assert.equal(await page.$$eval(".player-1", (all) => all.length), 1);
    assert.equal(await page.$$eval(".player-2.last", (all) => all.length), 1);
    // The computer can also begin.
    await page.evaluate(() => [...document.querySelectorAll(".bar button")].find((button) => button.textContent === "Restart").click());
    await until(page, () => !document.querySelector(".played") && document.querySelector("#machine").textContent === "Computer begins" && !document.querySelector("#machine").disabled);
    await page.click("#machine");
    await until(page, () => document.querySelectorAll(".played li").length === 1 && document.querySelectorAll(".player-1.last").length === 1);
    // After "Swap sides", the computer moves for the reader, who then plays the computer's side.
    await until(page, () => document.querySelector("#machine").textContent === "Swap sides" && !document.querySelector("#machine").disabled);
    await page.click("#machine");
    await until(page, () => document.querySelectorAll(".played li").length === 2 && document.querySelector(".verdict h1")?.textContent === "Your move");
    await page.browserContext().close();
  },

  async "a board shows each of its cells, and marks appear where the user clicks"() {
    const page = await open("#gallery/");
    const shown = () => page.$$eval(".piece .squares .square", (all) => all.map((cell) => cell.textContent.trim() || ".").join(""));
    for (const { name, example } of await ask(page, { do: "games" })) {
      const { pieces } = await ask(page, { do: "board", spec: example });
      if (pieces.length !== 1 || pieces[0].picture.kind !== "grid") continue;
      const { cells, columns } = pieces[0].picture;
      await go(page, `#play/${encodeURIComponent(example)}`);
      const all = (n) => document.querySelectorAll(".piece .squares .square").length === n;
      await until(page, all, cells.length).catch(() => assert.fail(`${name}: ${example} is not drawn cell by cell`));
      assert.equal(await shown(), cells.replace(/[#_]/g, "."), name);
      assert.ok((await page.$$eval(".piece .squares > div", (rows) => rows.map((row) => row.children.length))).every((n) => n === columns), name);
    }
    // Tic-tac-toe: each mark stays in its place and keeps its owner, although the letters in the notation swap.
    await go(page, `#play/${encodeURIComponent('mnk[3,3,3]("xo./.../...")')}`);
    await until(page, () => document.querySelectorAll(".piece .squares .square").length === 9);
    assert.equal(await shown(), "✕○.......");
    await page.click(".piece .squares > div:nth-child(2) .square:nth-child(3)");
    await until(page, () => document.querySelector(".spec")?.textContent === 'mnk[3,3,3]("ox./..o/...")');
    assert.equal(await shown(), "✕○...✕...");
    // A click on any cell of a column drops a stone; before the click, the cell where it lands is marked.
    await go(page, `#play/${encodeURIComponent("connect[4,3,3](start)")}`);
    await until(page, () => document.querySelectorAll(".piece .squares .square").length === 12);
    await page.$eval(".piece .squares > div:nth-child(1) .square:nth-child(2)", (cell) => cell.focus());
    await until(page, () => document.querySelector(".piece .squares > div:nth-child(3) .square:nth-child(2)").classList.contains("going"));
    assert.equal(await page.$$eval(".piece .squares .going", (all) => all.length), 1);
    await page.click(".piece .squares > div:nth-child(1) .square:nth-child(2)");
    await until(page, () => document.querySelector(".spec")?.textContent === 'connect[4,3,3]("..../..../.o..")');
    // A piece of Quixo can be pushed in from several sides, so a click offers a choice.
    await go(page, `#play/${encodeURIComponent("quixo[3](start)")}`);
    await until(page, () => document.querySelectorAll(".piece .squares .square").length === 9);
    await page.click(".piece .squares > div:nth-child(1) .square:nth-child(1)");
    await until(page, () => document.querySelectorAll(".choose .move").length === 2);
    await page.click(".choose .move");
    await until(page, () => document.querySelectorAll(".played li").length === 1);
    await page.browserContext().close();
  },

  async "hints are given one at a time, and a defeat is explained"() {
    const page = await open("#play/nim(1,2)?hidden=1");
    assert.ok(!(await page.content()).includes("take 1 from heap 2</b>"));
    await page.click("#hint");
    await until(page, () => document.querySelector(".told").textContent === "The player to move wins");
    await page.click("#hint");
    await page.click("#hint");
    await until(page, () => document.querySelector(".told").textContent.startsWith("take 1 from heap 2"));
    await go(page, "#play/nim(1,2)?hidden=1&machine=100&you=1&moves=2%202%3B1%201");
    assert.equal(await text(page, ".verdict.over h1"), "You lose");
    await page.click("#why-lost");
    await until(page, () => /Move 1 gave the win away: take 2 from heap 2.*Better: take 1 from heap 2/.test(document.querySelector(".lost").textContent));
    await page.click("#turn");
    await until(page, () => !document.querySelector(".verdict.over"));
    await page.browserContext().close();
  },

  async "the page shows whose turn it is while the computer thinks"() {
    const page = await open("#play/nim(3,4,5)?hidden=1&machine=100");
    // Record the headings while the board is not busy; how long each one is visible depends on the machine.
    await page.evaluate(() => {
      globalThis.turns = [];
      const note = () => {
        const turn = document.querySelector(".verdict h1")?.textContent;
        if (document.querySelector(".card.board[aria-busy=false]") && turn !== globalThis.turns.at(-1)) globalThis.turns.push(turn);
      };
      note();
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await page.click(".piece:first-child .stone");
    await until(page, () => globalThis.turns.length === 3);
    assert.deepEqual(await page.evaluate(() => globalThis.turns), ["Your move", "The computer is thinking", "Your move"]);
    await page.browserContext().close();
  },

  async "edges that would fall are shown before a cut, and the amount to take from a large heap is typed"() {
    const page = await open("#play/hackenbush(0-1,1-2,2-3,1-4,0-5)");
    await page.$eval(".edge", (edge) => edge.focus());
    await until(page, () => document.querySelectorAll(".edge.falls").length === 3 && /3 more edges fall/.test(document.querySelector(".told").textContent));
    await page.$$eval(".edge", (all) => all[2].focus());
    await until(page, () => document.querySelectorAll(".edge.falls").length === 0 && !/fall/.test(document.querySelector(".told").textContent));
    // Without ground, no lines fall.
    await go(page, "#play/triangles(1-2,2-3%20%7C%201-3,3-4,2-4)");
    await page.$eval(".edge.open", (edge) => edge.focus());
    assert.equal(await page.$$eval(".edge.falls", (all) => all.length), 0);
    await go(page, "#play/take[1,3,4](1000)");
    await page.focus(".amount input[type=range]");
    await page.keyboard.press("ArrowRight");
    await until(page, () => document.querySelector(".amount input[type=number]").value === "3" && /take 3/.test(document.querySelector(".told").textContent));
    await page.$eval(".amount input[type=number]", (field) => { field.focus(); field.select(); });
    await page.keyboard.type("2");
    assert.equal(await page.$eval(".amount input[type=number]", (field) => field.validity.valid), false);
    await page.keyboard.press("Backspace");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelector(".spec")?.textContent === "take[1,3,4](996)");
    await page.browserContext().close();
  },
};
