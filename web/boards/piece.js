// @ts-check
/** Draws a component of the position by the kind of its picture. The list of moves contains all moves that can be
 *  clicked here. */
import {html} from "../vendor/preact.js";
import {board} from "../board.js";
import {Drawing} from "./drawing.js";
import {Board} from "./grid.js";
import {Heap, Stairs} from "./heap.js";
import {Heaps} from "./heaps.js";
import {Pair} from "./pair.js";
import {Strip, Written} from "./strip.js";

/** @param {{piece: any}} props */
export function Piece({piece}) {
  const {picture} = piece;
  const view = picture.kind === "heap" ? Heap : picture.kind === "heaps" ? Heaps : picture.kind === "steps" ? Stairs : picture.kind === "pair" ? Pair
    : picture.kind === "strip" ? Strip : picture.kind === "grid" ? Board : picture.kind === "drawing" ? Drawing : Written;
  const games = new Set(board.value.pieces.map(({game}) => game));
  const caption = [piece.negative && "−", games.size > 1 && piece.game, piece.copies !== 1 && `× ${piece.copies}`].filter(Boolean).join(" ");
  return html`<figure class="piece ${picture.kind}" aria-label=${piece.spec ?? piece.game}><${view} piece=${piece} picture=${picture}/>
    ${caption && html`<figcaption>${caption}</figcaption>`}</figure>`;
}
