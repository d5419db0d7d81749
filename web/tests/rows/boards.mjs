// Tests the boards of all games of the library: everything in the engine's picture is drawn and visible, and every
// legal move can be made. Games that are added later are tested as well.
import assert from "node:assert/strict";
import { ask, go, open, until } from "../drive.mjs";

// The maximum number of legal moves for which the list of moves is checked; some boards have more.
const LISTED = 400;

/** How many cells belong to each of the two players, as selectors. */
function owned({ cells = "", states = "", owners }) {
  if (!owners) return {};
  const count = (player) => [...cells].filter((cell) => owners[[...states].indexOf(cell)] === player).length;
  return { ".square:is(.owner-1, .player-1)": count("1"), ".square:is(.owner-2, .player-2)": count("2") };
}

/** What a picture of the engine consists of: selectors, and how many elements there are of each. */
function parts(picture, mover) {
  const { kind, stones, cells = [], square, lines = [], points = [], columns, users = [] } = picture;
  if (kind === "heap") return stones > 60 ? { ".pillar": 1 } : { ".stone": stones };
  if (kind === "heaps") return { ".stone": stones.reduce((sum, n) => sum + (n > 60 ? 0 : n), 0), ".together > div": stones.length,
    ".unused": users.filter((players) => !players.includes(mover)).length };
  if (kind === "steps") return { ".step": stones.length, ".stone": stones.reduce((sum, n) => sum + (n > 12 ? 0 : n), 0) };
  if (kind === "pair") return (square[0] + 1) * (square[1] + 1) > 1200 ? {} : { ".cell": (square[0] + 1) * (square[1] + 1), ".queen": 1 };
  if (kind === "strip") return { ".square": cells.length };
  if (kind === "grid") return !cells.length ? {} : { ".square": cells.length, ".squares > div": cells.length / columns, ...owned(picture) };
  if (kind === "drawing") return points.length ? { ".edge": lines.length, ".vertex": points.filter(({ ground }) => !ground).length,
    ".vertex.owner-1": points.filter(({ owner }) => owner === 1).length, ".vertex.owner-2": points.filter(({ owner }) => owner === 2).length } : {};
  return {};
}

/** Waits for the board of a position and compares it with the engine's picture. */
async function compare(page, { pieces, spec, mover }, where) {
  const expected = pieces.map(({ picture }) => parts(picture, mover));
  await until(page, (expected) => {
    const figures = [...document.querySelectorAll(".card.board figure.piece")];
    return figures.length === expected.length && expected.every((parts, k) => Object.entries(parts).every(([selector, n]) => figures[k].querySelectorAll(selector).length === n));
  }, expected).catch(() => assert.fail(`${where}: ${spec} is not drawn as the engine describes it: ${JSON.stringify(expected)}`));
  const faults = await page.evaluate((kinds) => {
    const found = [], card = document.querySelector(".card.board").getBoundingClientRect();
    [...document.querySelectorAll(".card.board figure.piece")].forEach((figure, k) => {
      // Only the visible shapes, without their groups. A void square is a gap in the board.
      const shapes = [...figure.querySelectorAll(".stone, .square:not(.void), .cell rect, .queen, .vertex circle, .edge .line, .pillar, .block rect")];
      if (!shapes.length && !figure.textContent.trim()) found.push(`${kinds[k]}: nothing is drawn`);
      for (const shape of shapes) {
        const box = shape.getBoundingClientRect(), name = shape.getAttribute("class") ?? shape.tagName;
        if (Math.max(box.width, box.height) < 5) found.push(`${kinds[k]}: ${name} of ${box.width} x ${box.height} pixels`);
        if (box.left < card.left - 1 || box.right > card.right + 1) found.push(`${kinds[k]}: ${name} leaves its card`);
        const { opacity, visibility, display } = getComputedStyle(shape);
        if (+opacity < .1 || visibility !== "visible" || display === "none") found.push(`${kinds[k]}: ${name} is hidden`);
      }
    });
    return [...new Set(found)].slice(0, 5);
  }, pieces.map(({ picture }) => picture.kind));
  assert.deepEqual(faults, [], where);
}

export const rows = {
  async "the board of every game shows the engine's position, at the start and after moves, wide and narrow"() {
    for (const [width, height, theme] of [[1280, 800, "light"], [360, 740, "dark"]]) {
      const page = await open("#gallery/", { width, height, theme });
      for (const { name, example } of await ask(page, { do: "games" })) {
        let moves = [];
        for (const step of ["start", "middle"]) {
          const board = await ask(page, { do: "board", spec: example, moves: moves.join("; ") });
          assert.ok(!board.error, `${name}: ${JSON.stringify(board.error)}`);
          await go(page, `#play/${encodeURIComponent(example)}${moves.length ? `?moves=${encodeURIComponent(moves.join(";"))}` : ""}`);
          await compare(page, board, `${name}, ${step}, at ${width} x ${height}, ${theme}`);
          // Every legal move is in the list of moves, which pointers and keys reach.
          const legal = new Set(board.pieces.flatMap((piece) => piece.moves.map(({ move }) => move)));
          if (step === "start" && width > 1000 && !board.end && legal.size <= LISTED) {
            const listed = await page.$$eval(".verdict .move", (all) => all.length);
            assert.ok(listed >= Math.min(legal.size, 12), `${name}: ${listed} of ${legal.size} moves are listed`);
            // The board itself takes clicks and keys, unless all moves replace the whole board, for example by a
            // shorter row.
            const replaces = ({ touches: { named, ...rest } }) => !Object.keys(rest).length && named?.board !== undefined && !named.cells;
            const controls = await page.$$eval("figure.piece :is(button:not(:disabled), [role=button])", (all) => all.length);
            assert.ok(controls > 0 || board.pieces.every((piece) => piece.moves.every(replaces)), `${name}: nothing on the board can be clicked`);
          }
          if (board.end || !legal.size || moves.length) break;
          // The next step is two moves from the start: one from the middle of the list, then the first one.
          const [first] = [...legal].slice(Math.floor(legal.size / 2));
          const next = await ask(page, { do: "board", spec: example, moves: first });
          assert.ok(!next.error, `${name}: ${first}: ${JSON.stringify(next.error)}`);
          const reply = next.end ? undefined : next.pieces.flatMap((piece) => piece.moves.map(({ move }) => move))[0];
          moves = reply ? [first, reply] : [first];
        }
      }
      await page.browserContext().close();
    }
  },

  async "clicks and keys cut cakes along lines, eat rows and columns, and take from the heaps at the ends"() {
    const page = await open("#gallery/");
    for (const spec of ["cutcake(3,4)", "maundy_cake(4,6)", "eatcake(3,4)", "turn_and_eatcake(3,4)", "endnim(3,1,2)"]) for (const mover of ["left", "right"]) {
      const board = await ask(page, { do: "board", spec, mover }), moves = board.pieces.flatMap((piece) => piece.moves.map(({ move }) => move));
      assert.ok(moves.length > 0, spec);
      for (const [k, move] of moves.entries()) {
        await go(page, `#play/${encodeURIComponent(spec)}?mover=${mover}`);
        await compare(page, board, `${spec}, ${mover}`);
        await page.evaluate(({ move, byKey }) => {
          const label = (element) => element.getAttribute("aria-label") ?? "";
          const places = [...document.querySelectorAll("figure.piece :is(button:not(:disabled), [role=button])")];
          // If a line belongs to several moves, its label names the first of them, and a click offers all of them.
          const place = places.find((element) => label(element).endsWith(move)) ?? places.find((element) => label(element).includes(`${move},`));
          if (!place) throw new Error(`no place for ${move}`);
          place.focus();
          if (!byKey) place.click();
        }, { move, byKey: k % 2 === 1 });
        if (k % 2 === 1) await page.keyboard.press("Enter");
        await until(page, (move) => {
          const made = new URLSearchParams(location.hash.split("?")[1]).get("moves");
          if (made) return true;
          [...document.querySelectorAll(".choose button")].find((button) => button.textContent.includes(move))?.click();
          return false;
        }, move).catch(() => assert.fail(`${spec}, ${mover}: ${move} was not made`));
        const { played } = await ask(page, { do: "board", spec, mover, moves: await page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("moves")) });
        assert.equal(played[0].move, move, `${spec}, ${mover}`);
      }
    }
    await page.browserContext().close();
  },
};
