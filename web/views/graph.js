// @ts-check
/** The graph of Steps: positions in rows by how long play may last, those that the steps have not reached yet are dashed. */
import {html, useEffect, useRef} from "../vendor/preact.js";
import {textSize, useLook} from "./look.js";
import {t} from "../words.js";

/** Units of the picture: the width of a character, and of a node without its characters; the least width of a node, and its height; the
 *  distances between columns and from row to row. */
const CHARACTER = 9.7, PADDING = 38, NARROW = 92, HIGH = 36, BESIDE = 24, BELOW = 78, MARGIN = 12;
/** Longer names of positions are cut. */
const LONG = 14;
/** A small graph is enlarged by so much, and others on request. */
const ENLARGED = 1.6, MOST = 4;

/** The numbers of a position. @param {string} position */
function short(position) {
  const inner = /\((.*)\)$/.exec(position)?.[1] ?? position;
  return inner.length > LONG ? inner.slice(0, LONG - 1) + "…" : inner;
}

/** Where the nodes of these steps stand: their centres, the size of a node, and the size of all. @param {any[]} steps */
function placed(steps) {
  const number = new Map(steps.map((step, k) => [step.position, k]));
  /** @type {number[]} */
  const level = [];
  // Options come first, but where positions come again.
  steps.forEach((step, k) => { level[k] = 1 + Math.max(-1, ...step.options.map((/** @type {string} */ option) => level[number.get(option) ?? k] ?? -1)); });
  const rows = Array.from({length: Math.max(...level) + 1}, (_, row) => steps.flatMap((_, k) => level[k] === row ? [k] : []));
  const longest = (/** @type {(step: any) => any} */ text) => Math.max(...steps.map(step => String(text(step)).length));
  const wide = Math.max(NARROW, (longest(({position}) => short(position)) + longest(({mex, outcome}) => mex ?? outcome)) * CHARACTER + PADDING);
  const width = Math.max(...rows.map(row => row.length)) * (wide + BESIDE) + 2 * MARGIN, height = (rows.length - 1) * BELOW + HIGH + 2 * MARGIN;
  const at = steps.map((_, k) => { const row = rows[level[k]]; return [MARGIN + (row.indexOf(k) + .5) * (width - 2 * MARGIN) / row.length, height - MARGIN - HIGH / 2 - level[k] * BELOW]; });
  return {number, at, wide, width, height};
}

/** @param {{steps: any[], at: number, to: (step: number) => void, view: {current: any}}} props */
export function Graph({steps, at, to, view}) {
  const group = useRef(/** @type {any} */ (null)), own = useRef(/** @type {any} */ (null));
  if (own.current?.steps !== steps) own.current = {steps, ...placed(steps)};
  const {number, at: where, wide, width, height} = own.current, text = textSize() / 16;
  const {box, show, move, key, pointers} = useLook({width, height, most: MOST * text, begin: fit => Math.max(text, Math.min(fit, ENLARGED * text)),
    handle: handle => { view.current = handle; },
    draw: ({x, y, scale}) => group.current.setAttribute("transform", `translate(${-x * scale} ${-y * scale}) scale(${scale})`),
    onPoint: (x, y) => {
      const k = where.findIndex((/** @type {number[]} */ [nx, ny]) => Math.abs(x - nx) <= wide / 2 && Math.abs(y - ny) <= HIGH / 2);
      if (k >= 0) to(k + 1);
    }});
  useEffect(() => { const [x, y] = where[at - 1]; show(x - wide / 2 - MARGIN, y - HIGH / 2 - MARGIN, wide + 2 * MARGIN, HIGH + 2 * MARGIN); }, [at, steps]);
  // The arrow keys go from step to step; with Shift they move the picture.
  const down = (/** @type {any} */ event) => {
    const arrow = {ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60]}[/** @type {"ArrowUp"} */ (event.key)];
    if (event.ctrlKey || event.metaKey || event.altKey || !key(event) && !(event.shiftKey && arrow)) return;
    if (arrow) move(arrow[0], arrow[1]);
    event.preventDefault();
    event.stopPropagation();
  };
  const now = steps[at - 1];
  return html`<svg class="graph" ref=${box} tabindex="0" role="application" aria-label=${t("Positions and their moves. The left and right arrow keys go from step to step, + and - zoom, 0 fits the graph, and arrow keys with Shift move it.")}
      ...${pointers} onKeyDown=${down}><g ref=${group}>
    ${steps.slice(0, at).flatMap((step, k) => step.options.map((/** @type {string} */ option) => {
      const other = number.get(option);
      if (other === undefined) return null;
      const [[x1, y1], [x2, y2]] = [where[k], where[other]];
      return html`<path key=${`${k} ${other}`} class="move-line ${k === at - 1 ? "now" : ""}" d="M${x1} ${y1 + HIGH / 2}L${x2} ${y2 - HIGH / 2}"/>`;
    }))}
    ${steps.map((step, k) => { const [x, y] = where[k], isSeen = k < at; return html`<g key=${step.position} class="node ${isSeen ? step.outcome : "later"} ${k === at - 1 ? "now" : ""} ${now.options.includes(step.position) ? "option" : ""}"><title>${step.position}</title>
      <rect x=${x - wide / 2} y=${y - HIGH / 2} width=${wide} height=${HIGH} rx="9"/><text x=${x - wide / 2 + 11} y=${y + 5.5}>${short(step.position)}</text>${isSeen && html`<text class="mex" x=${x + wide / 2 - 11} y=${y + 5.5}>${step.mex ?? step.outcome}</text>`}</g>`; })}
  </g></svg>`;
}
