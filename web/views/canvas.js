// @ts-check
/** A picture of many cells on a canvas: moved, enlarged, pointed at. What it shows is drawn by whoever uses it, once for each tile;
 *  here stands how one looks at it: by wheel, fingers, mouse and keys. */
import {html, useEffect, useRef} from "../vendor/preact.js";

/** @typedef {{x: number, y: number, scale: number}} Look the cell in the corner above on the left, and how many pixels a cell has */
/** @typedef {{width: number, height: number, least: number, most: number, stretch?: boolean, paint: (context: CanvasRenderingContext2D, look: Look, size: [number, number]) => void,
 *  label: string, cursor: [number, number], onCursor: (x: number, y: number) => void, onEnter: () => void, version: any, handle?: (view: View) => void}} Props
 *  @typedef {{zoom: (by: number) => void, whole: () => void, show: (x: number, y: number) => void}} View */

/** @param {Props} props */
export function Canvas(props) {
  const canvas = useRef(/** @type {any} */ (null)), own = useRef(/** @type {any} */ (null));
  own.current ??= {look: {x: 0, y: 0, scale: 1}, asked: 0, points: new Map()};
  const state = own.current;
  state.props = props;
  const size = () => /** @type {[number, number]} */ ([canvas.current.clientWidth, canvas.current.clientHeight]);
  const draw = () => {
    state.asked ||= requestAnimationFrame(() => {
      state.asked = 0;
      if (!canvas.current) return;
      const [wide, high] = size(), dense = devicePixelRatio || 1, context = canvas.current.getContext("2d");
      if (canvas.current.width !== Math.round(wide * dense)) canvas.current.width = Math.round(wide * dense);
      if (canvas.current.height !== Math.round(high * dense)) canvas.current.height = Math.round(high * dense);
      context.setTransform(dense, 0, 0, dense, 0, 0);
      context.clearRect(0, 0, wide, high);
      state.props.paint(context, state.look, [wide, high]);
    });
  };
  const keep = () => {
    const [wide, high] = size(), {width, height, stretch} = state.props, {look} = state;
    look.x = Math.max(Math.min(look.x, width - wide / look.scale), Math.min(0, (width - wide / look.scale) / 2));
    if (!stretch) look.y = Math.max(Math.min(look.y, height - high / look.scale), Math.min(0, (height - high / look.scale) / 2));
    draw();
  };
  const least = () => { const [wide, high] = size(), {width, height, stretch} = state.props; return Math.min(state.props.most, stretch ? wide / width : Math.min(wide / width, high / height)); };
  const zoom = (/** @type {number} */ by, /** @type {number} */ px, /** @type {number} */ py) => {
    const {look} = state, scale = Math.max(least(), Math.min(look.scale * by, state.props.most));
    look.x += px / look.scale - px / scale;
    look.y += py / look.scale - py / scale;
    look.scale = scale;
    keep();
  };
  const whole = () => { state.look = {x: 0, y: 0, scale: Math.max(least(), state.props.least)}; keep(); };
  /** The cell under a point of the window. @param {any} event @returns {[number, number]} */
  const cell = event => {
    const box = canvas.current.getBoundingClientRect(), {look} = state;
    return [Math.floor(look.x + (event.clientX - box.left) / look.scale), Math.floor(look.y + (event.clientY - box.top) / look.scale)];
  };
  /** Moves the picture until a cell can be seen. @param {number} x @param {number} y */
  const show = (x, y) => {
    const [wide, high] = size(), {look} = state, w = wide / look.scale, h = high / look.scale;
    if (x < look.x || x + 1 > look.x + w) look.x = x - w / 2;
    if (!state.props.stretch && (y < look.y || y + 1 > look.y + h)) look.y = y - h / 2;
    keep();
  };
  useEffect(() => {
    const box = canvas.current;
    const wheel = (/** @type {any} */ event) => {
      event.preventDefault();
      const frame = box.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
    };
    box.addEventListener("wheel", wheel, {passive: false});
    const watch = new ResizeObserver(() => { if (!canvas.current) return; if (state.look.scale < least()) whole(); else keep(); });
    watch.observe(box);
    state.props.handle?.({zoom: (/** @type {number} */ by) => { const [wide, high] = size(); zoom(by, wide / 2, high / 2); }, whole, show});
    return () => { box.removeEventListener("wheel", wheel); watch.disconnect(); };
  }, []);
  useEffect(whole, [props.width, props.height]);
  useEffect(draw, [props.version]);
  const pointer = (/** @type {any} */ event) => {
    const {points} = state, inside = (/** @type {[number, number]} */ [x, y]) => x >= 0 && x < state.props.width && (state.props.stretch || y >= 0 && y < state.props.height);
    if (event.type === "pointerdown") {
      canvas.current.setPointerCapture?.(event.pointerId);
      points.set(event.pointerId, [event.clientX, event.clientY]);
      state.moved = 0;
    } else if (event.type === "pointermove") {
      const before = points.get(event.pointerId), at = cell(event);
      if (before) {
        const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]], other = [...points].find(([id]) => id !== event.pointerId)?.[1];
        state.moved += Math.abs(dx) + Math.abs(dy);
        if (other) {
          const apart = (/** @type {number[]} */ p) => Math.hypot(p[0] - other[0], p[1] - other[1]), frame = canvas.current.getBoundingClientRect();
          zoom(apart([event.clientX, event.clientY]) / Math.max(1, apart(before)), other[0] - frame.left, other[1] - frame.top);
        } else {
          state.look.x -= dx / state.look.scale;
          if (!state.props.stretch) state.look.y -= dy / state.look.scale;
          keep();
        }
        points.set(event.pointerId, [event.clientX, event.clientY]);
      } else if (event.pointerType === "mouse" && inside(at)) state.props.onCursor(...at);
    } else {
      points.delete(event.pointerId);
      const at = cell(event);
      if (event.type === "pointerup" && state.moved < 6 && inside(at)) state.props.onCursor(...at);
    }
  };
  const key = (/** @type {any} */ event) => {
    const far = event.shiftKey ? 10 : 1, {width, height, stretch, cursor: [x, y]} = props;
    const step = {ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far]}[/** @type {"ArrowUp"} */ (event.key)];
    if (step && !(stretch && step[1])) {
      const to = /** @type {[number, number]} */ ([Math.max(0, Math.min(width - 1, x + step[0])), stretch ? y : Math.max(0, Math.min(height - 1, y + step[1]))]);
      props.onCursor(...to);
      show(...to);
    } else if (event.key === "Enter") props.onEnter();
    else if (event.key === "+" || event.key === "=") zoom(1.5, ...size().map(n => n / 2));
    else if (event.key === "-") zoom(1 / 1.5, ...size().map(n => n / 2));
    else if (event.key === "0") whole();
    else return;
    event.preventDefault();
  };
  return html`<canvas ref=${canvas} tabindex="0" role="application" aria-label=${props.label} aria-describedby="readout" onPointerDown=${pointer} onPointerMove=${pointer}
    onPointerUp=${pointer} onPointerCancel=${pointer} onDblClick=${props.onEnter} onKeyDown=${key}></canvas>`;
}

/** The page's colours by name, for what is painted. @param {string} name */
export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";

/** Light to dark for values from 0 to 1: viridis in nine steps, between them straight lines. @param {number} x @returns {[number, number, number]} */
export function viridis(x) {
  const at = Math.max(0, Math.min(1, x)) * (VIRIDIS.length - 1), k = Math.min(VIRIDIS.length - 2, Math.floor(at)), [a, b] = [VIRIDIS[k], VIRIDIS[k + 1]];
  return /** @type {[number, number, number]} */ (a.map((one, i) => Math.round(one + (b[i] - one) * (at - k))));
}
const VIRIDIS = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37]];
/** Colours that people with any eyes tell apart (Okabe and Ito 2008). @type {[number, number, number][]} */
export const APART = [[0, 114, 178], [230, 159, 0], [0, 158, 115], [213, 94, 0], [86, 180, 233], [204, 121, 167], [240, 228, 66], [120, 120, 120]];
