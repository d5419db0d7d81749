// @ts-check
/** Cells in rows and columns: a click means a move that changes the cell, two clicks the one that changes both. And a board on which one
 *  puts pieces by hand. */
import {html, useEffect, useState} from "../vendor/preact.js";
import {aim, choice, play} from "../board.js";
import {t} from "../words.js";
import {acts, labelled, shownQuality} from "./acts.js";

/** The letters of a column, counted from 0. @param {number} column @returns {string} */
const letters = column => (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") + "abcdefghijklmnopqrstuvwxyz"[column % 26];
/** Cells as moves name them. @param {number} at @param {number} columns */
const nameOf = (at, columns) => letters(at % columns) + (Math.floor(at / columns) + 1);
/** The cells, counted from 0, whose click means a move: those that the move names, by `a2`, by row and column, or by a column alone.
 * @param {any} move @param {{cells: string, columns: number}} picture @returns {number[]} */
function cellsOf({touches: {named = {}}}, {cells, columns}) {
  const rows = Array.from({length: cells.length / columns}, (_, row) => row);
  if (named.cells) return Array.from(cells, (_, at) => at).filter(at => named.cells.includes(nameOf(at, columns)));
  if (!named.column) return [];
  return (named.row ? [named.row - 1] : rows).map(row => row * columns + named.column - 1);
}
/** What a cell shows. @param {string} state */
const shown = state => state === "." || state === "#" || state === "_" ? "" : state;
/** @param {string} state */
const kind = state => ({"#": "hole", "_": "void", ".": "", x: "piece dark"})[state] ?? "piece";

/** Rows of cells, each made by `cell`. @param {{picture: any, label: string, cell: (at: number, state: string) => any}} props */
function Rows({picture: {cells, columns}, label, cell}) {
  const rows = Array.from({length: columns ? Math.ceil(cells.length / columns) : 0}, (_, row) => [...cells.slice(row * columns, (row + 1) * columns)]);
  return html`<div class="squares cells" role="group" aria-label=${label}>${rows.map((row, r) => html`<div key=${r}>${row.map((state, c) => cell(r * columns + c, state))}</div>`)}</div>`;
}

/** @param {{piece: any, picture: any}} props */
export function Board({piece, picture}) {
  const {cells, columns} = picture, [from, setFrom] = useState(-1);
  useEffect(() => setFrom(-1), [cells]);
  /** @type {Map<any, number[]>} */
  const clicks = new Map(piece.moves.map((/** @type {any} */ move) => [move, cellsOf(move, picture)]));
  const changing = (/** @type {number} */ at) => piece.moves.filter((/** @type {any} */ move) => clicks.get(move)?.includes(at));
  const first = from >= 0 ? changing(from) : piece.moves, aimed = first.includes(aim.value) ? aim.value.touches.cells ?? [] : [];
  if (![...clicks.values()].some(places => places.length)) {
    return html`<${Rows} picture=${picture} label=${picture.text} cell=${(/** @type {number} */ at, /** @type {string} */ state) => html`<span key=${at} class="square ${kind(state)}">${shown(state)}</span>`}/>`;
  }
  return html`<${Rows} picture=${picture} label=${picture.text} cell=${(/** @type {number} */ at, /** @type {string} */ state) => {
    const name = nameOf(at, columns), moves = at === from ? first : changing(at).filter((/** @type {any} */ move) => first.includes(move));
    const click = () => {
      // Another click tells moves apart only where they stand at different sets of cells.
      const alike = new Set(moves.map((/** @type {any} */ move) => String(clicks.get(move)))).size === 1;
      if (at === from || alike && moves.length > 1) { setFrom(-1); choice.value = moves; } else if (moves.length === 1) { setFrom(-1); play(moves[0]); } else if (from >= 0) { setFrom(-1); choice.value = moves; } else setFrom(at);
    };
    return html`<button key=${at} class="square ${kind(state)} ${at === from ? "from" : ""} ${aimed.includes(at + 1) ? "going" : ""} ${shownQuality(moves)}" disabled=${!moves.length}
      aria-label=${`${name} ${shown(state)}${moves.length ? `: ${labelled(moves)}` : ""}`} aria-pressed=${at === from} ...${acts(moves)} onClick=${click}>${shown(state)}</button>`;
  }}/>`;
}

/** A board on which cells are set by clicks. @param {{picture: any, take: (board: string) => void}} props */
export function BoardEditor({picture, take}) {
  const {columns, states} = picture, [cells, setCells] = useState(picture.cells), [pen, setPen] = useState(states[2] ?? states[0]);
  useEffect(() => setCells(picture.cells), [picture.cells]);
  const rows = (/** @type {string} */ cells) => Array.from({length: columns ? cells.length / columns : 0}, (_, row) => cells.slice(row * columns, (row + 1) * columns)).join("/");
  return html`<div class="setting"><p class="bar" role="group" aria-label=${t("Piece that a click places")}>${[...states].map(state => html`<button key=${state} aria-pressed=${pen === state}
      onClick=${() => setPen(state)}>${state === "." ? t("empty") : state === "#" ? t("hole") : state}</button>`)}</p>
    <${Rows} picture=${{cells, columns}} label=${t("The position")} cell=${(/** @type {number} */ at, /** @type {string} */ state) => html`<button key=${at} class="square ${kind(state)}"
      aria-label=${`${nameOf(at, columns)} ${shown(state)}`} onClick=${() => setCells(cells.slice(0, at) + pen + cells.slice(at + 1))}>${shown(state)}</button>`}/>
    <p class="bar"><button id="set" disabled=${cells === picture.cells} onClick=${() => take(rows(cells))}>${t("Apply")}</button></p></div>`;
}
