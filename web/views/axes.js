// @ts-check
/** The axes of a plot: their names, and round numbers along them that follow the plot when it is moved. */
import {html} from "../vendor/preact.js";
import {colour} from "./canvas.js";
import {textSize} from "./look.js";

/** So far the numbers may stand out beyond the end of an axis, in sizes of text. */
const EDGE = 1.8;

/** A canvas with its axes. The numbers across stand above it, or below it where `below` is set; `down` is the largest number of the axis
 *  at the left. @param {{across: string, upright: string, down: number, below?: boolean, children?: any}} props */
export const Plot = ({across, upright, down, below = false, children}) => html`<div class="plot ${below ? "below" : ""}" style=${`--digits:${String(down).length}`}>
  <p class="axis-name upright">${upright} ${below ? "↑" : "↓"}</p><p class="axis-name across">${across} →</p>
  <div class="ticks across" aria-hidden="true"></div><div class="ticks upright" aria-hidden="true"></div>${children}</div>`;

/** The round numbers from `first` to `last` that are at least `apart` from each other. @param {number} first @param {number} last @param {number} apart */
export function round(first, last, apart) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, apart))), step = [1, 2, 5, 10].map(k => k * power).find(step => step >= apart) ?? power, found = [];
  for (let n = Math.ceil(first / step) * step; n <= last; n += step) found.push(n);
  return found;
}

/** How far apart numbers stand in pixels, so that they can be read: along the axis across, and along the upright one. @param {number} most the largest number */
export const distances = most => [(String(most).length * .62 + 1.2) * textSize(), 2 * textSize()];

/** Writes numbers along the axes of a canvas, each at its place in pixels. The picture begins `left` and `top` pixels inside the canvas.
 *  @param {HTMLCanvasElement} canvas @param {[number, number | string][]} across @param {[number, number | string][]} upright */
export function number(canvas, across, upright, left = 0, top = 0) {
  const plot = canvas.closest(".plot");
  const write = (/** @type {string} */ axis, /** @type {"left" | "top"} */ side, /** @type {[number, number | string][]} */ all, /** @type {number} */ length, /** @type {string} */ shift) => {
    const element = /** @type {HTMLElement | null} */ (plot?.querySelector(`.ticks.${axis}`));
    if (!element) return;
    element.style.translate = shift;
    element.replaceChildren(...all.filter(([at, text]) => at >= 0 && at <= length && (axis === "upright" || at + String(text).length * .31 * textSize() <= length + EDGE * textSize())).map(([at, text]) => {
      const one = document.createElement("span");
      one.style[side] = `${at}px`;
      one.textContent = String(text);
      return one;
    }));
  };
  write("across", "left", across, canvas.clientWidth, `0 ${Math.max(0, top)}px`);
  write("upright", "top", upright, canvas.clientHeight, `${Math.max(0, left)}px`);
}

/** The picture of a plot with its axes, as it is seen. @param {Element} plot */
export function pictureOf(plot) {
  const source = /** @type {HTMLCanvasElement} */ (plot.querySelector("canvas")), frame = plot.getBoundingClientRect(), inner = source.getBoundingClientRect();
  const dense = source.width / source.clientWidth, margin = EDGE * textSize(), [x, y] = [frame.left - margin, frame.top - margin], [wide, high] = [frame.width + 2 * margin, frame.height + 2 * margin];
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
