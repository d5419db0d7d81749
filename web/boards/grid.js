// @ts-check
/** Boards of cells. A click makes the move that changes the cell; two clicks make the move that changes both cells. Also a board on which
 *  pieces are placed by hand. */
import {html, useEffect, useState} from "../vendor/preact.js";
import {aim, board, boards, choice, firstCell, play} from "../board.js";
import {t} from "../words.js";
import {acts, labelled, shownQuality} from "./acts.js";

/** The letters of a column, counted from 0. @param {number} column @returns {string} */
const letters = column => (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") + "abcdefghijklmnopqrstuvwxyz"[column % 26];
/** Cells as moves name them. @param {number} at @param {number} columns */
const nameOf = (at, columns) => letters(at % columns) + (Math.floor(at / columns) + 1);
/** The cells, counted from 0, that a move names: by `a2`, by row and column, or by a whole row or column.
 * @param {any} named @param {{cells: string, columns: number}} picture @returns {number[]} */
function cellsNamed({cells: names, row, column}, {cells, columns}) {
  const all = Array.from(cells, (_, at) => at);
  if (names) return all.filter(at => names.includes(nameOf(at, columns)));
  if (!row && !column) return [];
  return all.filter(at => (!row || Math.floor(at / columns) === row - 1) && (!column || at % columns === column - 1));
}
/** The cells whose click means a move: those that it names, and the row or column on the other side that means the same.
 * @param {any} move @param {{cells: string, columns: number}} picture @returns {number[]} */
function cellsOf({touches: {named = {}}}, picture) {
  const {row, column, mirrored} = named, own = cellsNamed(named, picture);
  if (!mirrored || !row === !column) return own;
  return [...own, ...cellsNamed(row ? {row: mirrored} : {column: mirrored}, picture)];
}
/** The cells that a move changes. @param {any} move @param {any} picture @returns {number[]} */
const changedBy = (move, picture) => move.touches.cells?.map((/** @type {number} */ cell) => cell - 1) ?? cellsNamed(move.touches.named ?? {}, picture);

/** The lines between columns and between rows along which moves cut the board, with these moves: `b|c` is the line between b and c.
 * @param {any[]} moves @param {{cells: string, columns: number}} picture */
function linesOf(moves, {cells, columns}) {
  const along = (/** @type {string} */ axis, /** @type {number} */ count, /** @type {(k: number) => string | number} */ name) =>
    Array.from({length: Math.max(0, count - 1)}, (_, k) => ({axis, after: k + 1, name: `${name(k)}|${name(k + 1)}`}));
  return [...along("columns", columns, letters), ...along("rows", cells.length / columns, k => k + 1)].flatMap(line => {
    const own = moves.filter(({touches: {named}}) => named?.lines && [...named.lines, ...named.mirrored ?? []].includes(line.name));
    return own.length ? [{...line, moves: own}] : [];
  });
}
/** A line between cells, which a click cuts. @param {{line: any}} props */
function CutLine({line: {axis, after, name, moves}}) {
  const going = moves.includes(aim.value) && aim.value?.touches.named.lines.includes(name);
  return html`<button class="cut ${axis} ${going ? "going" : ""} ${shownQuality(moves)}" style=${{"--at": after}} aria-label=${`${name}: ${labelled(moves)}`} ...${acts(moves)}></button>`;
}
/** The text in a cell. @param {string} state */
const shown = state => state === "." || state === "#" || state === "_" ? "" : state;
/** The shades of the kinds of pieces, in reverse alphabetical order; the second kind is light. */
const SHADES = ["dark", "", "grey"];
/** The class of a cell. @param {string} state @param {string} states all contents of cells */
function pieceClass(state, states) {
  if (state === "#" || state === "_" || state === ".") return {"#": "hole", _: "void", ".": ""}[state];
  const pieces = [...states].filter(other => shown(other)).sort().reverse();
  return `piece ${SHADES[pieces.indexOf(state)] ?? ""}`;
}

/** The marks of players 1 and 2 on boards where `x` always belongs to the player to move. */
const MARKS = ["✕", "○"];
/** The player who owns a piece; 0 where no player does. @param {{owners?: string, states: string}} picture @param {string} state */
export const ownerOf = ({owners = "", states}, state) => Number(owners[[...states].indexOf(state)] ?? 0);

/** The move that last changed each cell, with its player, if the play shows it. @param {any} piece @param {any} picture
 *  @returns {Map<number, {by: number, number: number}>} the cells are counted from 0 */
function changesByCell(piece, {cells, columns}) {
  const all = boards.value, now = all[all.length - 1], changes = new Map();
  all.slice(0, -1).forEach((/** @type {any} */ before, /** @type {number} */ number) => {
    const own = before.pieces.filter((/** @type {any} */ {part, picture}) => part === piece.part && picture.columns === columns && picture.cells?.length === cells.length);
    const move = own.length === 1 && own[0].moves.find((/** @type {any} */ {move}) => move === now.played[number]?.move);
    for (const cell of move && move.touches.cells || []) changes.set(cell - 1, {by: before.mover, number});
  });
  return changes;
}

/** The classes of a cell that a move of the play filled: the player, and the sides on which the same move filled the neighbour.
 *  @param {number} at @param {any} picture @param {Map<number, {by: number, number: number}>} changes */
function tileClasses(at, {cells, columns}, changes) {
  const change = changes.get(at);
  if (cells[at] !== "#" || !change) return "";
  const joined = (/** @type {number} */ other) => cells[other] === "#" && changes.get(other)?.number === change.number;
  const side = board.value.kind === "partizan" ? change.by === 1 ? "left" : "right" : "";
  const column = at % columns, joins = {above: joined(at - columns), below: joined(at + columns), left: column > 0 && joined(at - 1), right: column < columns - 1 && joined(at + 1)};
  return ["tile", side, ...Object.entries(joins).flatMap(([way, is]) => is ? [`joined-${way}`] : [])].join(" ");
}

/** Rows of cells with their coordinates, each cell drawn by `cell`, and the elements drawn over them.
 *  @param {{picture: any, label: string, cell: (at: number, state: string) => any, over?: any}} props */
function Rows({picture: {cells, columns}, label, cell, over}) {
  const rows = Array.from({length: columns ? Math.ceil(cells.length / columns) : 0}, (_, row) => [...cells.slice(row * columns, (row + 1) * columns)]);
  return html`<div class="squares cells" style=${{"--columns": columns, "--rows": rows.length}} role="group" aria-label=${label}>${rows.map((row, r) => html`<div key=${r} data-row=${r + 1}>${row.map((state, c) => cell(r * columns + c, state))}</div>`)}${over}</div>`;
}
/** The letter of a column, for the cells of the first row. @param {number} at @param {number} columns */
const columnLabel = (at, columns) => at < columns ? letters(at) : undefined;

/** @param {{piece: any, picture: any}} props */
export function Board({piece, picture}) {
  const {cells, columns} = picture, from = firstCell.value?.piece === piece ? firstCell.value.at : -1;
  /** @type {Map<any, number[]>} */
  const clicks = new Map(piece.moves.map((/** @type {any} */ move) => [move, cellsOf(move, picture)]));
  const changing = (/** @type {number} */ at) => piece.moves.filter((/** @type {any} */ move) => clicks.get(move)?.includes(at));
  const first = from >= 0 ? changing(from) : piece.moves, aimed = first.includes(aim.value) ? changedBy(aim.value, picture) : [];
  const changes = changesByCell(piece, picture), last = boards.value.length - 2;
  const look = (/** @type {number} */ at, /** @type {string} */ state) => {
    const owner = ownerOf(picture, state), marks = owner && picture.swaps_pieces;
    return {sign: marks ? MARKS[owner - 1] : shown(state),
      classes: `${marks ? `player-${owner}` : owner ? `piece owner-${owner}` : pieceClass(state, picture.states)} ${tileClasses(at, picture, changes)} ${changes.get(at)?.number === last ? "last" : ""}`};
  };
  if (!cells.length) return html`<code class="aspiece">–</code>`;
  if (![...clicks.values()].some(places => places.length)) {
    const lines = linesOf(piece.moves, picture);
    return html`<${Rows} picture=${picture} label=${picture.text} over=${lines.map(line => html`<${CutLine} key=${line.name} line=${line}/>`)}
      cell=${(/** @type {number} */ at, /** @type {string} */ state) => {
        const {sign, classes} = look(at, state);
        return html`<span key=${at} class="square ${classes}" data-column=${columnLabel(at, columns)}>${sign}</span>`;
      }}/>`;
  }
  return html`<${Rows} picture=${picture} label=${picture.text} cell=${(/** @type {number} */ at, /** @type {string} */ state) => {
    const name = nameOf(at, columns), {sign, classes} = look(at, state), moves = at === from ? first : changing(at).filter((/** @type {any} */ move) => first.includes(move));
    const click = () => {
      // A second click helps only if the moves have different sets of cells.
      const alike = new Set(moves.map((/** @type {any} */ move) => String(clicks.get(move)))).size === 1, isFirst = from < 0 && moves.length > 1 && !alike;
      const others = new Set(moves.flatMap((/** @type {any} */ move) => clicks.get(move)).filter((/** @type {number} */ other) => other !== at).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b));
      firstCell.value = isFirst ? {piece, at, name, others: [...others].map(other => nameOf(other, columns))} : null;
      // After a first click, the status line asks for the second cell, so no move is shown there and none is offered for choice.
      if (isFirst) { aim.value = null; choice.value = []; } else if (moves.length === 1 && at !== from) play(moves[0]); else choice.value = moves;
    };
    const on = at === from ? {} : acts(moves);
    return html`<button key=${at} data-column=${columnLabel(at, columns)} class="square ${classes} ${at === from ? "from" : from >= 0 && moves.length ? "possible" : ""} ${aimed.includes(at) ? "going" : ""} ${shownQuality(moves)}" disabled=${!moves.length}
      aria-label=${`${name} ${sign}${moves.length ? `: ${labelled(moves)}` : ""}`} aria-pressed=${at === from} ...${on} onClick=${click}>${sign}</button>`;
  }}/>`;
}

/** A board whose cells are set by clicks. @param {{picture: any, take: (board: string) => void}} props */
export function BoardEditor({picture, take}) {
  const {columns, states} = picture, [cells, setCells] = useState(picture.cells), [pen, setPen] = useState(states[2] ?? states[0]);
  useEffect(() => setCells(picture.cells), [picture.cells]);
  const rows = (/** @type {string} */ cells) => Array.from({length: columns ? cells.length / columns : 0}, (_, row) => cells.slice(row * columns, (row + 1) * columns)).join("/");
  return html`<div class="setting"><p class="bar" role="group" aria-label=${t("Piece placed by a click")}>${[...states].map(state => html`<button key=${state} aria-pressed=${pen === state}
      onClick=${() => setPen(state)}>${state === "." ? t("empty") : state === "#" ? t("hole") : state}</button>`)}</p>
    <${Rows} picture=${{cells, columns}} label=${t("The position")} cell=${(/** @type {number} */ at, /** @type {string} */ state) => html`<button key=${at} data-column=${columnLabel(at, columns)} class="square ${pieceClass(state, states)}"
      aria-label=${`${nameOf(at, columns)} ${shown(state)}`} onClick=${() => setCells(cells.slice(0, at) + pen + cells.slice(at + 1))}>${shown(state)}</button>`}/>
    <p class="bar"><button id="set" disabled=${cells === picture.cells} onClick=${() => take(rows(cells))}>${t("Apply")}</button></p></div>`;
}
