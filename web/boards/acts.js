// @ts-check
/** Shared by all boards: the actions of elements that stand for moves, and the values of these moves. */
import {aim, board, choice, hidden, play, quality, worded} from "../board.js";
import {t} from "../words.js";

/** The event handlers of an element that stands for moves: a click plays a single move, or offers several moves to
 *  choose from.
 *  @param {any[]} moves */
export function acts(moves) {
  if (!moves.length) return {};
  const act = () => { if (moves.length === 1) play(moves[0]); else choice.value = moves; };
  const point = () => { aim.value = moves[0]; }, leave = () => { if (moves.includes(aim.value)) aim.value = null; };
  return {onClick: act, onMouseEnter: point, onMouseLeave: leave, onFocus: point, onBlur: leave};
}
/** The properties that make an element of a drawing act as a button for moves.
 *  @param {any[]} moves @param {string} label */
export function drawnActs(moves, label) {
  if (!moves.length) return {};
  const on = acts(moves);
  const key = (/** @type {any} */ e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); on.onClick?.(); } };
  return {...on, role: "button", tabindex: 0, "aria-label": label, onKeyDown: key};
}
/** The result of the best of these moves; empty if the answer is hidden. @param {any[]} moves */
export function shownQuality(moves) {
  if (hidden.value || !board.value) return "";
  const all = moves.map(move => quality(board.value, move));
  return ["win", "draw", "loss"].find(quality => all.includes(/** @type {any} */ (quality))) ?? "";
}
/** The value after a move as a short text: the Grundy value, or the score. @param {any} move */
export function worth(move) {
  if (hidden.value || !move) return "";
  return move.grundy !== null && move.grundy !== undefined ? String(move.grundy) : typeof move.result === "number" && board.value.kind === "scoring" ? signed(move.result) : "";
}
/** @param {number} n */
export const signed = n => (n > 0 ? "+" : n < 0 ? "−" : "") + Math.abs(n);
/** @param {any[]} moves */
export const labelled = moves => moves.length === 1 ? worded(moves[0]) : t("{n} moves: {first}, …", {n: moves.length, first: worded(moves[0])});
