// @ts-check
/** Heaps in one component: a move may change several heaps, so the reader first chooses what each heap keeps. */
import {html, useState} from "../vendor/preact.js";
import {aim, board, play} from "../board.js";
import {t} from "../words.js";
import {acts, labelled, shownQuality} from "./acts.js";

/** The maximum number of stones that are drawn; larger heaps are shown as numbers. */
const MANY = 60;

/** The name of a player, shown at heaps that not all players may use. @param {number} player */
const playerName = player => board.value.kind === "partizan" ? t(player === 1 ? "Left" : "Right") : t("Player {n}", {n: player});

/** @param {{piece: any, picture: any}} props */
export function Heaps({piece, picture}) {
  const now = /** @type {number[]} */ (picture.stones), [held, hold] = useState({of: "", left: now});
  const left = held.of === piece.spec ? held.left : now;
  // If every move changes a single heap, one click makes the move.
  const alone = now.length === 1 || piece.moves.length > 0 && piece.moves.every((/** @type {any} */ {touches: {heaps}}) => heaps?.filter((/** @type {number} */ n, /** @type {number} */ at) => n !== now[at]).length === 1);
  const users = /** @type {number[][]} */ (picture.users ?? []);
  /** The moves that leave exactly these heaps. @param {number[]} heaps */
  const exact = heaps => piece.moves.filter((/** @type {any} */ move) => String(move.touches.heaps) === String(heaps));
  const aimed = piece.moves.includes(aim.value) ? aim.value.touches.heaps : null, shown = aimed ?? left;
  /** The moves of a stone: those that split the heap after this stone, or those that leave the stones below it and the
   *  chosen rest of the other heaps.
   *  @param {number} at @param {number} k */
  const about = (at, k) => piece.moves.filter((/** @type {any} */ {touches: {heaps, named}}) => named?.into ? named.heap === at + 1 && named.into.includes(k)
    : heaps && heaps[at] === k - 1 && (alone || left.every((n, other) => other === at || n === now[other] || heaps[other] === n)));
  const stone = (/** @type {number} */ at, /** @type {number} */ k) => {
    const moves = about(at, k), one = alone || moves.some((/** @type {any} */ move) => move.touches.named?.into), chosen = left[at] === k - 1;
    const heaps = left.map((n, other) => other !== at ? n : chosen ? now[at] : k - 1);
    const choose = () => { hold({of: piece.spec, left: heaps}); aim.value = exact(heaps)[0] ?? null; };
    const may = moves.length > 0 || chosen && !alone;
    const on = one ? acts(moves) : may ? {onClick: choose, onMouseEnter: () => { aim.value = exact(heaps)[0] ?? null; },
      onMouseLeave: () => { aim.value = exact(left)[0] ?? null; }, "aria-pressed": chosen} : {};
    return html`<button key=${k} class="stone ${!one && k > shown[at] || one && alone && aimed && k > aimed[at] ? "going" : ""} ${shownQuality(moves) === "win" ? "wins" : ""}"
      disabled=${!may} aria-label=${one && moves.length ? labelled(moves) : t("leave {left} of {n} in heap {heap}", {left: k - 1, n: now[at], heap: at + 1})} ...${on}></button>`;
  };
  const ready = exact(left)[0];
  return html`<div class="together" role="group" aria-label=${picture.text}>${now.map((n, at) => html`<div key=${at} class=${users[at] && !users[at].includes(board.value.mover) ? "unused" : ""}>
    <div class="stones laid" role="group" aria-label=${t("a heap of {n}", {n})}>${typeof n === "number" && n <= MANY ? Array.from({length: n}, (_, k) => stone(at, k + 1)) : null}</div>
    <div class="count">${n}</div>${users[at] && html`<div class="users">${users[at].map(player => html`<span key=${player} class="owner-${player}">${playerName(player)}</span>`)}</div>`}</div>`)}</div>
    ${!alone && piece.moves.some((/** @type {any} */ move) => !move.touches.named?.into) && html`<button class="primary" id="take" disabled=${!ready}
      onClick=${() => ready && play(ready)}>${t("Take")}</button>`}`;
}
