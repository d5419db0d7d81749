// @ts-check
/** A picture of many cells on a canvas, with a cursor that the mouse, a finger or keys move. The user of `Canvas` paints the picture. */
import {html, useEffect} from "../vendor/preact.js";
import {usePanZoom} from "./viewport.js";

/** The picture has `width` times `height` cells, its units; it is painted again when `version` changes.
 *  @typedef {{width: number, height: number, maxScale: number, fillsHeight?: boolean,
 *    paint: (context: CanvasRenderingContext2D, viewport: import("./viewport.js").Viewport, size: [number, number]) => void, label: string, cursor: [number, number],
 *    onCursor: (x: number, y: number) => void, onEnter: () => void, version: any, onMount?: (panZoom: import("./viewport.js").PanZoom) => void}} Props */

/** @param {Props} props */
export function Canvas(props) {
  const {width, height, maxScale, fillsHeight, onMount, onCursor} = props, point = (/** @type {number} */ x, /** @type {number} */ y) => onCursor(Math.floor(x), Math.floor(y));
  const {box, draw, show, onZoomKey, handlers} = usePanZoom({width, height, maxScale, fillsHeight, onMount, onPoint: point, onHover: point, draw: (viewport, [wide, high]) => {
    const canvas = box.current, dense = devicePixelRatio || 1, context = canvas.getContext("2d");
    if (canvas.width !== Math.round(wide * dense)) canvas.width = Math.round(wide * dense);
    if (canvas.height !== Math.round(high * dense)) canvas.height = Math.round(high * dense);
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.clearRect(0, 0, wide, high);
    props.paint(context, viewport, [wide, high]);
  }});
  useEffect(draw, [props.version]);
  const down = (/** @type {any} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1, [x, y] = props.cursor;
    const step = {ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far]}[/** @type {"ArrowUp"} */ (event.key)];
    if (step && !(fillsHeight && step[1])) {
      const to = /** @type {[number, number]} */ ([Math.max(0, Math.min(width - 1, x + step[0])), fillsHeight ? y : Math.max(0, Math.min(height - 1, y + step[1]))]);
      onCursor(...to);
      show(...to);
    } else if (event.key === "Enter") props.onEnter();
    else { onZoomKey(event); return; }
    event.preventDefault();
  };
  return html`<canvas ref=${box} tabindex="0" role="application" aria-label=${props.label} aria-describedby="readout" ...${handlers} onDblClick=${props.onEnter} onKeyDown=${down}></canvas>`;
}

/** Returns the colour of the page with this name, for painting. @param {string} name */
export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";

/** Returns the colour of the palette viridis for a number from 0 to 1, interpolated between nine colours.
 *  @param {number} x @returns {[number, number, number]} */
export function viridis(x) {
  const at = Math.max(0, Math.min(1, x)) * (VIRIDIS.length - 1), k = Math.min(VIRIDIS.length - 2, Math.floor(at)), [a, b] = [VIRIDIS[k], VIRIDIS[k + 1]];
  return /** @type {[number, number, number]} */ (a.map((one, i) => Math.round(one + (b[i] - one) * (at - k))));
}
const VIRIDIS = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37]];
/** Colours that readers with any kind of colour vision can distinguish (Okabe and Ito 2008).
 *  @type {[number, number, number][]} */
export const APART = [[0, 114, 178], [230, 159, 0], [0, 158, 115], [213, 94, 0], [86, 180, 233], [204, 121, 167], [240, 228, 66], [120, 120, 120]];
