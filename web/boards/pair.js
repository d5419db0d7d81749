// @ts-check
/** A pair of numbers as a piece on a board, with the squares to which it can move. */
import {html} from "../vendor/preact.js";
import {aim} from "../board.js";
import {t} from "../words.js";
import {drawnActs, labelled, shownQuality, worth} from "./acts.js";

/** The maximum number of squares of a board that is drawn. */
const MANY = 1200;

/** The label of a square for screen readers: its moves, and the value shown on it.
 *  @param {any[]} moves @param {string} quality */
const label = (moves, quality) => moves.length ? labelled(moves) + (quality !== "win" && worth(moves[0]) ? ` → ${worth(moves[0])}` : "") : "";

/** @param {{piece: any, picture: any}} props */
export function Pair({piece, picture}) {
  const [a, b] = picture.square, size = 10;
  if (typeof a !== "number" || typeof b !== "number" || (a + 1) * (b + 1) > MANY) return html`<code class="aspiece">(${a}, ${b})</code>`;
  /** @type {Map<string, any[]>} */
  const to = new Map();
  for (const move of piece.moves) {
    // A move that leaves nothing leads to the corner of the board.
    const at = String(move.touches.square ?? [0, 0]);
    to.set(at, [...to.get(at) ?? [], move]);
  }
  const cells = [];
  for (let y = b; y >= 0; y--) for (let x = 0; x <= a; x++) {
    const moves = to.get(`${x},${y}`) ?? [], here = x === a && y === b, quality = shownQuality(moves);
    const [left, top] = [x * size, (b - y) * size], aimed = moves.includes(aim.value);
    cells.push(html`<g key=${`${x},${y}`} class="cell ${moves.length ? "open" : ""} ${quality} ${(x + y) % 2 ? "odd" : ""} ${aimed ? "aim" : ""}"
      ...${drawnActs(moves, label(moves, quality))}>
      <rect x=${left} y=${top} width=${size} height=${size}/>
      ${here && html`<path class="queen" transform="translate(${left + 1} ${top + 1}) scale(.4)" d="M2 5l3 9 3-11 2 11 2-11 3 11 3-9-2 13H4z"/>`}
      ${quality === "win" && html`<circle class="dot" cx=${left + 5} cy=${top + 5} r="3"/>`}
      ${moves.length > 0 && quality !== "win" && (worth(moves[0]) ? html`<text class="num" x=${left + 5} y=${top + 6.4}>${worth(moves[0])}</text>`
        : html`<circle class="may" cx=${left + 5} cy=${top + 5} r="1.2"/>`)}
    </g>`);
  }
  const every = Math.ceil(Math.max(a, b) / 16) || 1, marks = (/** @type {number} */ n) => Array.from({length: n + 1}, (_, k) => k).filter(k => k % every === 0);
  return html`<svg class="grid" viewBox="-7 -1 ${(a + 1) * size + 8} ${(b + 1) * size + 8}" role="group" aria-label=${t("board with the piece at {a}, {b}", {a, b})}>
    ${marks(a).map(x => html`<text class="axis" x=${x * size + 5} y=${(b + 1) * size + 5}>${x}</text>`)}
    ${marks(b).map(y => html`<text class="axis" x="-3.5" y=${(b - y) * size + 6.2}>${y}</text>`)}
    ${cells}</svg>`;
}
