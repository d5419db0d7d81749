// @ts-check
/** The axes of a plot: their names, and round numbers (ticks) along them that follow the plot when it is moved. */
import {html} from "../vendor/preact.js";
import {colour} from "./canvas.js";
import {textSize} from "./viewport.js";

/** How far a tick may extend beyond the end of its axis, in sizes of text. */
const MAX_OVERHANG = 1.8;

/** A canvas with its axes. `across` and `upright` are the names of the horizontal and the vertical axis; `maxUpright` is the largest number
 *  of the vertical axis. The horizontal axis is above the canvas, or below it if `below` is set.
 *  @param {{across: string, upright: string, maxUpright: number, below?: boolean, children?: any}} props */
export const Plot = ({across, upright, maxUpright, below = false, children}) => html`<div class="plot ${below ? "below" : ""}" style=${`--digits:${String(maxUpright).length}`}>
  <p class="axis-name upright">${upright} ${below ? "↑" : "↓"}</p><p class="axis-name across">${across} →</p>
  <div class="ticks across" aria-hidden="true"></div><div class="ticks upright" aria-hidden="true"></div>${children}</div>`;

/** The multiples of a round number from `first` to `last` whose distance is at least `minDistance`.
 *  @param {number} first @param {number} last @param {number} minDistance */
export function ticks(first, last, minDistance) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, minDistance))), step = [1, 2, 5, 10].map(k => k * power).find(step => step >= minDistance) ?? power, found = [];
  for (let n = Math.ceil(first / step) * step; n <= last; n += step) found.push(n);
  return found;
}

/** The least distances in pixels of readable ticks on the horizontal and on the vertical axis. @param {number} largest the largest number */
export const minTickDistances = largest => [(String(largest).length * .62 + 1.2) * textSize(), 2 * textSize()];

/** Writes ticks along the axes of a canvas: for each tick, its place in pixels and its text. The picture starts `left` and `top` pixels inside
 *  the canvas. @param {HTMLCanvasElement} canvas @param {[number, number | string][]} across @param {[number, number | string][]} upright */
export function writeTicks(canvas, across, upright, left = 0, top = 0) {
  const plot = canvas.closest(".plot");
  const write = (/** @type {string} */ axis, /** @type {"left" | "top"} */ side, /** @type {[number, number | string][]} */ all, /** @type {number} */ length, /** @type {string} */ shift) => {
    const element = /** @type {HTMLElement | null} */ (plot?.querySelector(`.ticks.${axis}`));
    if (!element) return;
    element.style.translate = shift;
    element.replaceChildren(...all.filter(([at, text]) => at >= 0 && at <= length && (axis === "upright" || at + String(text).length * .31 * textSize() <= length + MAX_OVERHANG * textSize())).map(([at, text]) => {
      const one = document.createElement("span");
      one.style[side] = `${at}px`;
      one.textContent = String(text);
      return one;
    }));
  };
  write("across", "left", across, canvas.clientWidth, `0 ${Math.max(0, top)}px`);
  write("upright", "top", upright, canvas.clientHeight, `${Math.max(0, left)}px`);
}

/** Copies a plot with its axes to a canvas, as the page shows it. @param {Element} plot */
export function plotImage(plot) {
  const source = /** @type {HTMLCanvasElement} */ (plot.querySelector("canvas")), frame = plot.getBoundingClientRect(), inner = source.getBoundingClientRect();
  const dense = source.width / source.clientWidth, margin = MAX_OVERHANG * textSize(), [x, y] = [frame.left - margin, frame.top - margin], [wide, high] = [frame.width + 2 * margin, frame.height + 2 * margin];
  const picture = document.createElement("canvas"), context = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
  [picture.width, picture.height] = [Math.ceil(wide * dense), Math.ceil(high * dense)];
  context.scale(dense, dense);
  context.fillStyle = colour("--card");
  context.fillRect(0, 0, wide, high);
  context.drawImage(source, inner.left - x, inner.top - y, inner.width, inner.height);
  [context.fillStyle, context.textAlign, context.textBaseline, context.font] = [colour("--ink"), "center", "middle", `${textSize()}px ui-monospace, monospace`];
  for (const one of plot.querySelectorAll(".axis-name, .ticks span")) {
    const {left, top, width, height} = one.getBoundingClientRect();
    context.fillText(one.textContent ?? "", left + width / 2 - x, top + height / 2 - y);
  }
  return picture;
}
