// @ts-check
/** Small still pictures of positions, for the gallery. */
import {html} from "../vendor/preact.js";
import {laid} from "./drawing.js";
import {ownerOf} from "./grid.js";

/** Pictures side by side in a window of 240 by 130. @param {{pictures: any[], words: string}} props */
export function Mini({pictures, words}) {
  const drawn = pictures.slice(0, 4).map(still).filter(piece => piece !== null);
  if (!drawn.length) return html`<svg class="mini" viewBox="0 0 240 130" aria-hidden="true"><text class="word" x="120" y="72" font-size=${Math.min(22, 340 / words.length)}>${words}</text></svg>`;
  const wide = drawn.reduce((sum, {width}) => sum + width, 0) + 24 * (drawn.length - 1), high = Math.max(...drawn.map(({height}) => height));
  const scale = Math.min(1.4, 216 / wide, 112 / high);
  let x = (240 / scale - wide) / 2;
  return html`<svg class="mini" viewBox="0 0 240 130" aria-hidden="true"><g transform="scale(${scale})">${drawn.map(({width, height, body}, k) => {
    const at = x;
    x += width + 24;
    return html`<g key=${k} transform="translate(${at} ${(65 / scale + high / 2) - height})">${body}</g>`;
  })}</g></svg>`;
}

/** Draws a picture without moves; returns null if there is no small form of it.
 *  @param {any} picture @returns {{width: number, height: number, body: any} | null} */
export function still({kind, stones, square, cells, columns, points, lines, owners, states}) {
  if (kind === "heap" && stones <= 24) {
    const rows = stones > 8 ? Math.ceil(stones / 8) : 1;
    return {width: rows > 1 ? 8 * 22 : 20, height: (rows > 1 ? rows : stones) * 22 || 1,
      body: Array.from({length: stones}, (_, k) => html`<circle key=${k} class="s" cx=${rows > 1 ? 10 + k % 8 * 22 : 10} cy=${10 + (rows > 1 ? Math.floor(k / 8) : k) * 22} r="9"/>`)};
  }
  if (kind === "heaps" && stones.every((/** @type {number} */ n) => n <= 24)) {
    const heaps = stones.map((/** @type {number} */ n) => still({kind: "heap", stones: n}));
    let x = -24;
    const high = Math.max(...heaps.map((/** @type {any} */ heap) => heap.height));
    return {height: high, body: heaps.map((/** @type {any} */ heap, /** @type {number} */ k) => {
      x += 24 + (heaps[k - 1]?.width ?? 0);
      return html`<g key=${k} transform="translate(${x} ${high - heap.height})">${heap.body}</g>`;
    }), width: heaps.reduce((/** @type {number} */ sum, /** @type {any} */ heap) => sum + heap.width + 24, -24)};
  }
  if (kind === "pair" && Math.max(...square) <= 30) {
    const [a, b] = square;
    return {width: (a + 1) * 14, height: (b + 1) * 14, body: Array.from({length: (a + 1) * (b + 1)}, (_, k) => {
      const [x, y] = [k % (a + 1), Math.floor(k / (a + 1))];
      return html`<rect key=${k} class=${x === a && y === 0 ? "here" : (x + y) % 2 ? "sq" : "sq odd"} x=${x * 14} y=${y * 14} width="13" height="13" rx="2"/>`;
    })};
  }
  if (kind === "steps") return {width: stones.length * 34, height: 90, body: stones.map((/** @type {number} */ n, /** @type {number} */ at) => html`<g key=${at} transform="translate(${at * 34} 0)">
    <rect class="sq" y=${80 - at * 10} width="33" height=${10 + at * 10}/>${Array.from({length: Math.min(n, 5)}, (_, k) => html`<circle key=${k} class="s" cx="16" cy=${72 - at * 10 - k * 15} r="6.5"/>`)}</g>`)};
  if (kind === "strip") return {width: Math.min(cells.length, 8) * 34, height: 32, body: cells.slice(0, 8).map((/** @type {string} */ cell, /** @type {number} */ at) => html`<g key=${at} transform="translate(${at * 34} 0)">
    <rect class="sq" width="32" height="32" rx="5"/><text class="word" x="16" y="21" font-size="13">${cell}</text></g>`)};
  if (kind === "grid" && cells.length && cells.length <= 120) return {width: columns * 26, height: cells.length / columns * 26,
    body: [...cells].map((state, at) => html`<g key=${at} transform="translate(${at % columns * 26} ${Math.floor(at / columns) * 26})">${!"#_".includes(state) && html`<rect class="sq" width="24" height="24" rx="4"/>`}
      ${/[a-z]/i.test(state) && html`<text class="word owner-${ownerOf({owners, states}, state)}" x="12" y="17" font-size="14">${state}</text>`}</g>`)};
  if (kind === "drawing" && lines.length) {
    const {at, ways, floor, left, top, width, height} = laid({points, lines});
    return {width, height, body: html`<g transform="translate(${-left} ${-top})">${floor !== null && html`<path class="ground" d="M${left} ${floor}h${width}"/>`}
      ${ways.map(({ink, d, head}, k) => html`<g key=${k}><path class="line ${ink}" d=${d}/>${head && html`<path class="head" d=${head}/>`}</g>`)}${at.map(([x, y], k) => !points[k].ground && html`<circle key=${k} class=${points[k].tokens ? "here" : "s"} cx=${x} cy=${y} r=${points[k].tokens ? 13 : 6}/>`)}</g>`};
  }
  return null;
}
