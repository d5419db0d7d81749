// @ts-check
/** The graph of Steps: positions in rows by the maximal number of moves to the end. Positions that the steps have not reached are dashed. */
import {html, useEffect, useRef} from "../vendor/preact.js";
import {t} from "../words.js";
import {textSize, usePanZoom} from "./viewport.js";

/** In units of the picture: the width of a character, the width of a node without its characters, the least width and the height of a node,
 *  the gap between nodes of a row, the distance between rows, and the margin. */
const CHARACTER_WIDTH = 9.7, NODE_PADDING = 38, MIN_NODE_WIDTH = 92, NODE_HEIGHT = 36, COLUMN_GAP = 24, ROW_DISTANCE = 78, MARGIN = 12;
/** Longer names of positions are shortened. */
const MAX_NAME_LENGTH = 14;
/** The largest scale at first, and the largest scale. */
const MAX_INITIAL_SCALE = 1.6, MAX_SCALE = 4;

/** The numbers of a position, shortened if they are long. @param {string} position */
function short(position) {
  const inner = /\((.*)\)$/.exec(position)?.[1] ?? position;
  return inner.length > MAX_NAME_LENGTH ? inner.slice(0, MAX_NAME_LENGTH - 1) + "…" : inner;
}

/** The layout of the graph: the index of each position, the centres of the nodes, the width of a node, and the size of the picture.
 *  @param {any[]} steps */
function layout(steps) {
  const number = new Map(steps.map((step, k) => [step.position, k]));
  /** @type {number[]} */
  const level = [];
  // Steps list the options of a position before it, except in games in which positions repeat.
  steps.forEach((step, k) => { level[k] = 1 + Math.max(-1, ...step.options.map((/** @type {string} */ option) => level[number.get(option) ?? k] ?? -1)); });
  const rows = Array.from({length: Math.max(...level) + 1}, (_, row) => steps.flatMap((_, k) => level[k] === row ? [k] : []));
  const longest = (/** @type {(step: any) => any} */ text) => Math.max(...steps.map(step => String(text(step)).length));
  const wide = Math.max(MIN_NODE_WIDTH, (longest(({position}) => short(position)) + longest(({mex, outcome}) => mex ?? outcome)) * CHARACTER_WIDTH + NODE_PADDING);
  const width = Math.max(...rows.map(row => row.length)) * (wide + COLUMN_GAP) + 2 * MARGIN, height = (rows.length - 1) * ROW_DISTANCE + NODE_HEIGHT + 2 * MARGIN;
  const at = steps.map((_, k) => { const row = rows[level[k]]; return [MARGIN + (row.indexOf(k) + .5) * (width - 2 * MARGIN) / row.length, height - MARGIN - NODE_HEIGHT / 2 - level[k] * ROW_DISTANCE]; });
  return {number, at, wide, width, height};
}

/** @param {{steps: any[], at: number, to: (step: number) => void, panZoom: {current: any}}} props */
export function Graph({steps, at, to, panZoom}) {
  const group = useRef(/** @type {any} */ (null)), own = useRef(/** @type {any} */ (null));
  if (own.current?.steps !== steps) own.current = {steps, ...layout(steps)};
  const {number, at: where, wide, width, height} = own.current, text = textSize() / 16;
  const {box, show, panBy, onZoomKey, handlers} = usePanZoom({width, height, maxScale: MAX_SCALE * text, initialScale: fit => Math.max(text, Math.min(fit, MAX_INITIAL_SCALE * text)),
    onMount: own => { panZoom.current = own; },
    draw: ({x, y, scale}) => group.current.setAttribute("transform", `translate(${-x * scale} ${-y * scale}) scale(${scale})`),
    onPoint: (x, y) => {
      const k = where.findIndex((/** @type {number[]} */ [nx, ny]) => Math.abs(x - nx) <= wide / 2 && Math.abs(y - ny) <= NODE_HEIGHT / 2);
      if (k >= 0) to(k + 1);
    }});
  useEffect(() => { const [x, y] = where[at - 1]; show(x - wide / 2 - MARGIN, y - NODE_HEIGHT / 2 - MARGIN, wide + 2 * MARGIN, NODE_HEIGHT + 2 * MARGIN); }, [at, steps]);
  // The arrow keys go from step to step; with Shift they move the picture.
  const down = (/** @type {any} */ event) => {
    const arrow = {ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60]}[/** @type {"ArrowUp"} */ (event.key)];
    if (event.ctrlKey || event.metaKey || event.altKey || !onZoomKey(event) && !(event.shiftKey && arrow)) return;
    if (arrow) panBy(arrow[0], arrow[1]);
    event.preventDefault();
    event.stopPropagation();
  };
  const now = steps[at - 1];
  return html`<svg class="graph" ref=${box} tabindex="0" role="application" aria-label=${t("Positions and their moves. The left and right arrow keys go from step to step, + and - zoom, 0 fits the graph, and arrow keys with Shift move it.")}
      ...${handlers} onKeyDown=${down}><g ref=${group}>
    ${steps.slice(0, at).flatMap((step, k) => step.options.map((/** @type {string} */ option) => {
      const other = number.get(option);
      if (other === undefined) return null;
      const [[x1, y1], [x2, y2]] = [where[k], where[other]];
      return html`<path key=${`${k} ${other}`} class="move-line ${k === at - 1 ? "now" : ""}" d="M${x1} ${y1 + NODE_HEIGHT / 2}L${x2} ${y2 - NODE_HEIGHT / 2}"/>`;
    }))}
    ${steps.map((step, k) => { const [x, y] = where[k], isSeen = k < at; return html`<g key=${step.position} class="node ${isSeen ? step.outcome : "later"} ${k === at - 1 ? "now" : ""} ${now.options.includes(step.position) ? "option" : ""}"><title>${step.position}</title>
      <rect x=${x - wide / 2} y=${y - NODE_HEIGHT / 2} width=${wide} height=${NODE_HEIGHT} rx="9"/><text x=${x - wide / 2 + 11} y=${y + 5.5}>${short(step.position)}</text>${isSeen && html`<text class="mex" x=${x + wide / 2 - 11} y=${y + 5.5}>${step.mex ?? step.outcome}</text>`}</g>`; })}
  </g></svg>`;
}
