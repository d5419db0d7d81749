// @ts-check
/** Cells in a row, boards that are written as text, and positions that are only text. */
import {html} from "../vendor/preact.js";
import {aim, board} from "../board.js";
import {acts, labelled, shownQuality} from "./acts.js";

/** The first and last cell of a move: the cell that it names, the cell with the text that it says, or the cells that it
 *  takes from the front.
 *  @param {any} move @param {string[]} cells @returns {[number, number]} */
function span({touches: {named = {}}}, cells) {
  if ("cell" in named) return [named.cell - 1, named.cell - 1];
  if ("say" in named) { const at = cells.indexOf(String(named.say)); return [at, at]; }
  return "take" in named ? [0, named.take - 1] : [-1, -1];
}

/** The number of cells of the longest strip of the board: all strips have cells of one size. */
const longest = () => Math.max(...board.value.pieces.map((/** @type {any} */ {picture}) => picture.cells?.length ?? 1));

/** @param {{piece: any, picture: any}} props */
export function Strip({piece, picture}) {
  const cells = /** @type {string[]} */ (picture.cells);
  if (!cells.length) return html`<code class="aspiece">–</code>`;
  const aimed = piece.moves.includes(aim.value) ? span(aim.value, cells) : [-1, -2];
  return html`<div class="strip-board" style=${{"--count": longest()}} role="group" aria-label=${picture.text}>${cells.map((text, at) => {
    const moves = piece.moves.filter((/** @type {any} */ move) => span(move, cells)[1] === at);
    return html`<button key=${at} class="square ${at >= aimed[0] && at <= aimed[1] ? "going" : ""} ${shownQuality(moves)}" disabled=${!moves.length}
      aria-label=${moves.length ? `${text}: ${labelled(moves)}` : text} ...${acts(moves)}>${text}</button>`;
  })}</div>`;
}

/** A board that is written as lines of cells separated by blanks, if moves name rows and columns; otherwise the text.
 *  @param {{piece: any, picture: any}} props */
export function Grid({piece, picture}) {
  const rows = String(picture.text).split("\n").filter(line => line.trim()).map(line => line.trim().split(/\s+/));
  const placed = piece.moves.filter((/** @type {any} */ {touches: {named = {}}}) => "row" in named && "column" in named);
  if (!placed.length || rows.length > 40) return html`<code class="aspiece">${picture.text || piece.spec || "…"}</code>`;
  // A move can remove several cells; the position after the move shows which ones.
  const aimed = piece.moves.includes(aim.value) ? aim.value : null;
  const left = aimed ? String(aimed.pictures[0]?.text ?? "").split("\n").map(line => line.trim().split(/\s+/)) : null;
  return html`<div class="squares" style=${{"--columns": Math.max(...rows.map(row => row.length)), "--rows": rows.length}} role="group" aria-label=${piece.spec}>${rows.map((row, r) => html`<div key=${r}>${row.map((sign, c) => {
    const moves = placed.filter((/** @type {any} */ {touches: {named}}) => named.row === r + 1 && named.column === c + 1);
    const going = left && !(left[r]?.[c]);
    return html`<button key=${c} class="square ${going ? "going" : ""} ${shownQuality(moves)}" disabled=${!moves.length}
      aria-label=${moves.length ? labelled(moves) : sign} ...${acts(moves)}>${sign === "x" ? "✕" : ""}</button>`;
  })}</div>`)}</div>`;
}
