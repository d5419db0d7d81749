// @ts-check
/** Heaps and staircases: a stone stands for the moves that begin with it. */
import {html, useState} from "../vendor/preact.js";
import {aim, board, play, worded} from "../board.js";
import {t} from "../words.js";
import {acts, labelled, shownQuality} from "./acts.js";

/** Heaps of up to `HIGH` stones are columns, larger ones rows. Above `COUNTED` stones, the amount to take can also be
 *  typed; above `MANY`, the stones are not drawn. */
const HIGH = 12, COUNTED = 24, MANY = 60;
/** The height of the bar for the largest heap, in pixels. */
const MAX_BAR_HEIGHT = 260;

/** The range of stones that a move takes, counted from the bottom. A move that leaves heaps on both sides also has the
 *  range counted from the top.
 *  @param {any} move @param {number} n @returns {[number, number][]} */
function ranges(move, n) {
  const [first, last] = move.touches.stones ?? [0, -1];
  if (!first) return [];
  return last === n || move.pictures.length < 2 ? [[first, last]] : [[first, last], [n + 1 - last, n + 1 - first]];
}

/** The height of the bar for a large heap, in pixels: in proportion to the largest heap on the board. @param {number | string} n */
function barHeight(n) {
  const heaps = board.value.pieces.map((/** @type {any} */ {picture}) => Number(picture.stones)).filter((/** @type {number} */ n) => n > MANY);
  return Math.max(8, Math.round(MAX_BAR_HEIGHT * Number(n) / Math.max(Number(n), ...heaps)));
}

/** @param {{piece: any, picture: any}} props */
export function Heap({piece, picture}) {
  const n = picture.stones;
  if (typeof n !== "number" || n > MANY) return html`<div class="pillar" style=${{height: `${barHeight(n)}px`}}></div><div class="count">${n}</div><${Amount} piece=${piece} n=${n}/>`;
  /** @type {Map<number, any[]>} */
  const from = new Map();
  for (const move of piece.moves) for (const [first] of ranges(move, n)) from.set(first, [...new Set([...from.get(first) ?? [], move])]);
  const aimed = piece.moves.includes(aim.value) ? ranges(aim.value, n)[0] : undefined;
  const splits = piece.moves.some((/** @type {any} */ move) => ranges(move, n).length > 1);
  const stone = (/** @type {number} */ k) => {
    const moves = from.get(k) ?? [], going = aimed && k >= aimed[0] && k <= aimed[1], gap = aimed && aimed[1] < aimed[0] && k === aimed[0];
    return html`<button key=${k} class="stone ${going ? "going" : ""} ${gap ? "gap" : ""} ${shownQuality(moves) === "win" ? "wins" : ""}"
      disabled=${!moves.length} aria-label=${moves.length ? labelled(moves) : t("stone {k}", {k})} ...${acts(moves)}></button>`;
  };
  const order = Array.from({length: n}, (_, k) => k + 1), laid = splits || n > HIGH;
  return html`<div class="stones ${laid ? "laid" : ""}" role="group" aria-label=${t("a heap of {n}", {n})}>${(laid ? order : order.reverse()).map(stone)}</div>
    <div class="count">${n}</div>${n > COUNTED && html`<${Amount} piece=${piece} n=${n}/>`}`;
}

/** A slider and a number field for the amount to take, with the legal amounts only.
 *  @param {{piece: any, n: any}} props */
function Amount({piece, n}) {
  const [chosen, setChosen] = useState(0), takes = typeof n !== "number" ? [] : piece.moves
    .filter((/** @type {any} */ move) => move.touches.stones?.[1] === n && move.pictures.length < 2)
    .map((/** @type {any} */ move) => [n + 1 - move.touches.stones[0], move]).sort((/** @type {any} */ a, /** @type {any} */ b) => a[0] - b[0]);
  if (takes.length < 2) return null;
  const at = Math.min(chosen, takes.length - 1), [amount, move] = takes[at], choose = (/** @type {number} */ k) => { setChosen(k); aim.value = takes[k][1]; };
  const typed = (/** @type {any} */ event) => {
    const k = takes.findIndex((/** @type {any} */ [take]) => take === +event.target.value);
    event.target.setCustomValidity(k < 0 ? t("This amount is not allowed.") : "");
    if (k >= 0) choose(k);
  };
  return html`<form class="amount" onSubmit=${(/** @type {any} */ event) => { event.preventDefault(); play(move); }}>
    <input type="range" min="0" max=${takes.length - 1} value=${at} aria-label=${t("How many to take")} aria-valuetext=${worded(move)} onInput=${(/** @type {any} */ event) => choose(+event.target.value)}/>
    <input type="number" min=${takes[0][0]} max=${takes[takes.length - 1][0]} value=${amount} aria-label=${t("How many to take")} onInput=${typed}/><button>${t("Take")}</button></form>`;
}

/** A staircase: a stone stands for the move of this stone and all stones above it.
 *  @param {{piece: any, picture: any}} props */
export function Stairs({piece, picture}) {
  const steps = /** @type {number[]} */ (picture.stones);
  const taken = (/** @type {any} */ move, /** @type {number} */ at) => steps[at] - (move.pictures[0]?.stones[at] ?? 0);
  const source = (/** @type {any} */ move) => Math.max(...move.touches.steps) - 1;
  return html`<div class="stairs">${steps.map((n, at) => {
    const own = piece.moves.filter((/** @type {any} */ move) => source(move) === at), aimed = own.includes(aim.value) ? taken(aim.value, at) : 0;
    const stone = (/** @type {number} */ k) => {
      const moves = own.filter((/** @type {any} */ move) => taken(move, at) === n - k + 1);
      return html`<button key=${k} class="stone ${k > n - aimed ? "going" : ""} ${shownQuality(moves) === "win" ? "wins" : ""}"
        disabled=${!moves.length} aria-label=${moves.length ? labelled(moves) : t("stone {k}", {k})} ...${acts(moves)}></button>`;
    };
    const many = n > HIGH;
    return html`<div class="step" key=${at}><div class="stones">${many ? html`<div class="count">${n}</div>` : Array.from({length: n}, (_, k) => stone(n - k))}</div>
      <svg class="block" viewBox="0 0 60 ${14 * (at + 1)}" aria-hidden="true"><rect width="60" height=${14 * (at + 1)}/></svg><div class="count">${n}</div></div>`;
  })}</div>`;
}
