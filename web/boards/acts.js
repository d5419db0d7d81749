// @ts-check
/** What all boards share: what a click on a place does, and what the place is worth. */
import {aim, board, choice, hidden, play, quality, worded} from "../board.js";
import {t} from "../words.js";

/** What an element needs that stands for moves: one is played, among several one chooses. @param {any[]} moves */
export function acts(moves) {
  if (!moves.length) return {};
  const act = () => { if (moves.length === 1) play(moves[0]); else choice.value = moves; };
  const point = () => { aim.value = moves[0]; }, leave = () => { if (moves.includes(aim.value)) aim.value = null; };
  return {onClick: act, onMouseEnter: point, onMouseLeave: leave, onFocus: point, onBlur: leave};
}
/** The same for an element of a drawing, which is no button by itself. @param {any[]} moves @param {string} label */
export function drawnActs(moves, label) {
  if (!moves.length) return {};
  const on = acts(moves);
  const key = (/** @type {any} */ e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); on.onClick?.(); } };
  return {...on, role: "button", tabindex: 0, "aria-label": label, onKeyDown: key};
}
/** What a place of the picture is worth: that of its best move, unless the answer is hidden. @param {any[]} moves */
export function shownQuality(moves) {
  if (hidden.value || !board.value) return "";
  const all = moves.map(move => quality(board.value, move));
  return ["win", "draw", "loss"].find(quality => all.includes(/** @type {any} */ (quality))) ?? "";
}
/** What a move leaves, in a sign or two. @param {any} move */
export function worth(move) {
  if (hidden.value || !move) return "";
  return move.grundy !== null && move.grundy !== undefined ? String(move.grundy) : typeof move.result === "number" && board.value.kind === "scoring" ? signed(move.result) : "";
}
/** @param {number} n */
export const signed = n => (n > 0 ? "+" : n < 0 ? "−" : "") + Math.abs(n);
/** @param {any[]} moves */
export const labelled = moves => moves.length === 1 ? worded(moves[0]) : t("{n} moves: {first}, …", {n: moves.length, first: worded(moves[0])});
