// @ts-check
/** How one looks at a picture that may be larger than its box: mouse and fingers move it, the wheel, fingers and keys enlarge it.
 *  The user of `useLook` draws the picture. */
import {html, useEffect, useRef} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {{x: number, y: number, scale: number}} Look the point of the picture in the top left corner of the box, and the pixels of a unit */
/** @typedef {{zoom: (by: number) => void, whole: () => void, show: (x: number, y: number, width?: number, height?: number) => void}} View */
/** `width` and `height` are the size of the picture in units; `begin` is the scale at first, by the scale at which the whole picture fits;
 *  `most` is the largest scale. With `stretch` the picture always fills the height. `onPoint` gets a point of the picture that was clicked or
 *  touched, `onHover` a point under the mouse.
 *  @typedef {{width: number, height: number, most: number, stretch?: boolean, begin?: (fit: number) => number, draw: (look: Look, size: [number, number]) => void,
 *    onPoint: (x: number, y: number) => void, onHover?: (x: number, y: number) => void, handle?: (view: View) => void}} Props */

/** The size of text in pixels: that of the page's text. */
export const textSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** @param {Props} props */
export function useLook(props) {
  const box = useRef(/** @type {any} */ (null)), own = useRef(/** @type {any} */ (null));
  own.current ??= {look: {x: 0, y: 0, scale: 1}, asked: 0, points: new Map(), moved: 0};
  const state = own.current;
  state.props = props;
  const size = () => /** @type {[number, number]} */ ([box.current.clientWidth, box.current.clientHeight]);
  const draw = () => {
    state.asked ||= requestAnimationFrame(() => {
      state.asked = 0;
      if (box.current) state.props.draw(state.look, size());
    });
  };
  const keep = () => {
    const [wide, high] = size(), {width, height, stretch} = state.props, {look} = state;
    look.x = Math.max(Math.min(look.x, width - wide / look.scale), Math.min(0, (width - wide / look.scale) / 2));
    if (!stretch) look.y = Math.max(Math.min(look.y, height - high / look.scale), Math.min(0, (height - high / look.scale) / 2));
    draw();
  };
  const fit = () => { const [wide, high] = size(), {width, height, stretch, most} = state.props; return Math.min(most, stretch ? wide / width : Math.min(wide / width, high / height)); };
  const first = () => state.props.begin?.(fit()) ?? fit();
  const least = () => Math.min(fit(), first());
  const zoom = (/** @type {number} */ by, /** @type {number} */ px, /** @type {number} */ py) => {
    const {look} = state, scale = Math.max(least(), Math.min(look.scale * by, state.props.most));
    look.x += px / look.scale - px / scale;
    look.y += py / look.scale - py / scale;
    look.scale = scale;
    keep();
  };
  const middle = (/** @type {number} */ by) => { const [wide, high] = size(); zoom(by, wide / 2, high / 2); };
  const from = (/** @type {number} */ scale) => { state.look = {x: 0, y: 0, scale}; keep(); };
  const whole = () => from(fit());
  const begin = () => from(first());
  const move = (/** @type {number} */ px, /** @type {number} */ py) => {
    state.look.x += px / state.look.scale;
    if (!state.props.stretch) state.look.y += py / state.look.scale;
    keep();
  };
  /** Moves the picture until a part of it can be seen. @param {number} x @param {number} y */
  const show = (x, y, width = 1, height = 1) => {
    const [wide, high] = size(), {look} = state, w = wide / look.scale, h = high / look.scale;
    if (x < look.x || x + width > look.x + w) look.x = x + (width - w) / 2;
    if (!state.props.stretch && (y < look.y || y + height > look.y + h)) look.y = y + (height - h) / 2;
    keep();
  };
  useEffect(() => {
    const element = box.current;
    const wheel = (/** @type {any} */ event) => {
      event.preventDefault();
      const frame = element.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
    };
    element.addEventListener("wheel", wheel, {passive: false});
    const watch = new ResizeObserver(() => { if (!box.current) return; if (state.look.scale < least()) begin(); else keep(); });
    watch.observe(element);
    state.props.handle?.({zoom: middle, whole, show});
    return () => { element.removeEventListener("wheel", wheel); watch.disconnect(); };
  }, []);
  useEffect(begin, [props.width, props.height]);
  const pointer = (/** @type {any} */ event) => {
    const {points, look, props: {width, height, stretch, onPoint, onHover}} = state, frame = box.current.getBoundingClientRect();
    const x = look.x + (event.clientX - frame.left) / look.scale, y = look.y + (event.clientY - frame.top) / look.scale;
    const isInside = x >= 0 && x < width && (stretch || y >= 0 && y < height);
    if (event.type === "pointerdown") {
      box.current.setPointerCapture?.(event.pointerId);
      points.set(event.pointerId, [event.clientX, event.clientY]);
      state.moved = 0;
    } else if (event.type === "pointermove") {
      const before = points.get(event.pointerId);
      if (before) {
        const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]], other = [...points].find(([id]) => id !== event.pointerId)?.[1];
        state.moved += Math.abs(dx) + Math.abs(dy);
        if (other) {
          const apart = (/** @type {number[]} */ p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
          zoom(apart([event.clientX, event.clientY]) / Math.max(1, apart(before)), other[0] - frame.left, other[1] - frame.top);
        } else move(-dx, -dy);
        points.set(event.pointerId, [event.clientX, event.clientY]);
      } else if (event.pointerType === "mouse" && isInside) onHover?.(x, y);
    } else {
      points.delete(event.pointerId);
      if (event.type === "pointerup" && state.moved < 6 && isInside) onPoint(x, y);
    }
  };
  /** Zooms by keys; whether this was one of them. @param {any} event */
  const key = event => {
    if (event.key === "+" || event.key === "=") middle(1.5);
    else if (event.key === "-") middle(1 / 1.5);
    else if (event.key === "0") whole();
    else return false;
    event.preventDefault();
    return true;
  };
  return {box, draw, show, move, key, pointers: {onPointerDown: pointer, onPointerMove: pointer, onPointerUp: pointer, onPointerCancel: pointer}};
}

/** The buttons that enlarge a picture, and show the whole of it. @param {{view: {current: View}, by?: number}} props */
export const ZoomButtons = ({view, by = 1.6}) => html`<button type="button" aria-label=${t("Zoom in")} onClick=${() => view.current.zoom(by)}>+</button>
  <button type="button" aria-label=${t("Zoom out")} onClick=${() => view.current.zoom(1 / by)}>−</button><button type="button" onClick=${() => view.current.whole()}>${t("Fit")}</button>`;
