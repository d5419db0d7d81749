// @ts-check
/** Panning and zooming of a picture that may be larger than its box: the mouse and fingers move it; the wheel, fingers and keys zoom it.
 *  The user of `usePanZoom` draws the picture. */
import {html, useEffect, useRef} from "../vendor/preact.js";
import {t} from "../words.js";

/** The part of the picture that is visible: `x` and `y` are the point of the picture at the top left corner of the box, in units of the
 *  picture; `scale` is the number of pixels in a unit. @typedef {{x: number, y: number, scale: number}} Viewport */
/** Methods for the buttons around a picture: `zoomBy` keeps the middle of the box in place, `fit` shows the whole picture, and `show` moves
 *  the picture until a part of it is visible.
 *  @typedef {{zoomBy: (factor: number) => void, fit: () => void, show: (x: number, y: number, width?: number, height?: number) => void}} PanZoom */
/** `width` and `height` are the size of the picture in units. `initialScale` returns the first scale; its argument is the scale at which the
 *  whole picture fits into the box. If `fillsHeight` is set, the picture always has the height of the box. `onPoint` receives a point of the
 *  picture that was clicked or touched, `onHover` a point under the mouse, and `onMount` the methods for buttons.
 *  @typedef {{width: number, height: number, maxScale: number, fillsHeight?: boolean, initialScale?: (fit: number) => number,
 *    draw: (viewport: Viewport, size: [number, number]) => void, onPoint: (x: number, y: number) => void, onHover?: (x: number, y: number) => void,
 *    onMount?: (panZoom: PanZoom) => void}} Props */

/** A pointer that moved less than this, in pixels, has clicked. */
const MAX_CLICK_DISTANCE = 6;

/** The size of the page's text in pixels. */
export const textSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** @param {Props} props */
export function usePanZoom(props) {
  const box = useRef(/** @type {any} */ (null)), own = useRef(/** @type {any} */ (null));
  own.current ??= {viewport: {x: 0, y: 0, scale: 1}, frame: 0, pointers: new Map(), distance: 0};
  const state = own.current;
  state.props = props;
  const size = () => /** @type {[number, number]} */ ([box.current.clientWidth, box.current.clientHeight]);
  /** Draws the picture in the next frame, once. */
  const draw = () => {
    state.frame ||= requestAnimationFrame(() => {
      state.frame = 0;
      if (box.current) state.props.draw(state.viewport, size());
    });
  };
  /** Keeps the picture in the box, in the middle if it is smaller, and draws it. */
  const clamp = () => {
    const [wide, high] = size(), {props: {width, height, fillsHeight}, viewport} = state;
    viewport.x = Math.max(Math.min(viewport.x, width - wide / viewport.scale), Math.min(0, (width - wide / viewport.scale) / 2));
    if (!fillsHeight) viewport.y = Math.max(Math.min(viewport.y, height - high / viewport.scale), Math.min(0, (height - high / viewport.scale) / 2));
    draw();
  };
  const fitScale = () => { const [wide, high] = size(), {width, height, fillsHeight, maxScale} = state.props; return Math.min(maxScale, fillsHeight ? wide / width : Math.min(wide / width, high / height)); };
  const initialScale = () => state.props.initialScale?.(fitScale()) ?? fitScale();
  const minScale = () => Math.min(fitScale(), initialScale());
  /** Zooms; the point at (px, py), in pixels of the box, stays in place. */
  const zoomAt = (/** @type {number} */ factor, /** @type {number} */ px, /** @type {number} */ py) => {
    const {viewport} = state, scale = Math.max(minScale(), Math.min(viewport.scale * factor, state.props.maxScale));
    viewport.x += px / viewport.scale - px / scale;
    viewport.y += py / viewport.scale - py / scale;
    viewport.scale = scale;
    clamp();
  };
  const zoomBy = (/** @type {number} */ factor) => { const [wide, high] = size(); zoomAt(factor, wide / 2, high / 2); };
  const restart = (/** @type {number} */ scale) => { state.viewport = {x: 0, y: 0, scale}; clamp(); };
  const fit = () => restart(fitScale());
  const reset = () => restart(initialScale());
  /** Moves the viewport by pixels. */
  const panBy = (/** @type {number} */ px, /** @type {number} */ py) => {
    state.viewport.x += px / state.viewport.scale;
    if (!state.props.fillsHeight) state.viewport.y += py / state.viewport.scale;
    clamp();
  };
  /** Moves the picture until a part of it is visible. @param {number} x @param {number} y */
  const show = (x, y, width = 1, height = 1) => {
    const [wide, high] = size(), {viewport} = state, w = wide / viewport.scale, h = high / viewport.scale;
    if (x < viewport.x || x + width > viewport.x + w) viewport.x = x + (width - w) / 2;
    if (!state.props.fillsHeight && (y < viewport.y || y + height > viewport.y + h)) viewport.y = y + (height - h) / 2;
    clamp();
  };
  useEffect(() => {
    const element = box.current;
    const wheel = (/** @type {any} */ event) => {
      event.preventDefault();
      const frame = element.getBoundingClientRect();
      zoomAt(Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
    };
    element.addEventListener("wheel", wheel, {passive: false});
    const observer = new ResizeObserver(() => { if (!box.current) return; if (state.viewport.scale < minScale()) reset(); else clamp(); });
    observer.observe(element);
    state.props.onMount?.({zoomBy, fit, show});
    return () => { element.removeEventListener("wheel", wheel); observer.disconnect(); };
  }, []);
  useEffect(reset, [props.width, props.height]);
  const pointer = (/** @type {any} */ event) => {
    const {pointers, viewport, props: {width, height, fillsHeight, onPoint, onHover}} = state, frame = box.current.getBoundingClientRect();
    const x = viewport.x + (event.clientX - frame.left) / viewport.scale, y = viewport.y + (event.clientY - frame.top) / viewport.scale;
    const isInside = x >= 0 && x < width && (fillsHeight || y >= 0 && y < height);
    if (event.type === "pointerdown") {
      box.current.setPointerCapture?.(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      state.distance = 0;
    } else if (event.type === "pointermove") {
      const before = pointers.get(event.pointerId);
      if (before) {
        const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]], other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
        state.distance += Math.abs(dx) + Math.abs(dy);
        if (other) {
          const distance = (/** @type {number[]} */ point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
          zoomAt(distance([event.clientX, event.clientY]) / Math.max(1, distance(before)), other[0] - frame.left, other[1] - frame.top);
        } else panBy(-dx, -dy);
        pointers.set(event.pointerId, [event.clientX, event.clientY]);
      } else if (event.pointerType === "mouse" && isInside) onHover?.(x, y);
    } else {
      pointers.delete(event.pointerId);
      if (event.type === "pointerup" && state.distance < MAX_CLICK_DISTANCE && isInside) onPoint(x, y);
    }
  };
  /** Zooms if the key is one for zooming; returns whether it is. @param {any} event */
  const onZoomKey = event => {
    if (event.key === "+" || event.key === "=") zoomBy(1.5);
    else if (event.key === "-") zoomBy(1 / 1.5);
    else if (event.key === "0") fit();
    else return false;
    event.preventDefault();
    return true;
  };
  return {box, draw, show, panBy, onZoomKey, handlers: {onPointerDown: pointer, onPointerMove: pointer, onPointerUp: pointer, onPointerCancel: pointer}};
}

/** Buttons that zoom a picture or show the whole of it. @param {{panZoom: {current: PanZoom}, factor?: number}} props */
export const ZoomButtons = ({panZoom, factor = 1.6}) => html`<button type="button" aria-label=${t("Zoom in")} onClick=${() => panZoom.current.zoomBy(factor)}>+</button>
  <button type="button" aria-label=${t("Zoom out")} onClick=${() => panZoom.current.zoomBy(1 / factor)}>−</button><button type="button" onClick=${() => panZoom.current.fit()}>${t("Fit")}</button>`;
