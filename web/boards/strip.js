// @ts-check
/** Cells in a row, and positions that are only text. */
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

/** A position that is only text. @param {{piece: any, picture: any}} props */
export const Written = ({piece, picture}) => html`<code class="aspiece">${picture.text || piece.spec || "…"}</code>`;
