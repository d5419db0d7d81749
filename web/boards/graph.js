// @ts-check
/** A drawing that is being edited: points and lines. Each function returns a changed copy; this file does not depend on
 *  the page. */

/** @typedef {{name: string, ground: boolean, tokens: number, at: number[]}} Point */
/** @typedef {{ends: [number, number], ink: string}} Line */
/** @typedef {{points: Point[], lines: Line[]}} Graph */

/** The maximum number of points, and of lines, in a drawing made by hand. */
export const MOST = 200;
/** The maximum number of tokens on a point that clicks can set; larger numbers are typed. */
const TOKENS = 3;

/** Returns a name that no point has: a number if all names are numbers, otherwise letters. @param {Point[]} points */
function fresh(points) {
  const names = new Set(points.map(({name}) => name)), plain = points.every(({name}) => /^\d+$/.test(name));
  for (let k = plain ? 1 : 0; ; k++) {
    const name = plain ? String(k) : "abcdefghijklmnopqrstuvwxyz"[k] ?? `v${k}`;
    if (!names.has(name)) return name;
  }
}

/** The drawing with one more point.
 *  @param {Graph} graph @param {number[]} at @param {Partial<Point>} [more] @returns {Graph} */
export const withPoint = ({points, lines}, at, more = {}) => points.length < MOST
  ? {points: [...points, {name: fresh(points), ground: false, tokens: 0, at, ...more}], lines} : {points, lines};
/** @param {Graph} graph @param {[number, number]} ends @param {string} ink @returns {Graph} */
export const withLine = ({points, lines}, ends, ink) => lines.length < MOST ? {points, lines: [...lines, {ends, ink}]} : {points, lines};
/** @param {Graph} graph @param {number} k @param {Partial<Point>} more @returns {Graph} */
export const changed = ({points, lines}, k, more) => ({points: points.map((point, at) => at === k ? {...point, ...more} : point), lines});
/** @param {Graph} graph @param {number} k @returns {Graph} */
export const withMoreTokens = (graph, k) => changed(graph, k, {tokens: (graph.points[k].tokens + 1) % (TOKENS + 1)});
/** @param {Graph} graph @param {number} k @param {string} ink @returns {Graph} */
export const inked = ({points, lines}, k, ink) => ({points, lines: lines.map((line, at) => at === k ? {...line, ink} : line)});
/** @param {Graph} graph @param {number} k @returns {Graph} */
export const withoutLine = ({points, lines}, k) => ({points, lines: lines.filter((_, at) => at !== k)});
/** The drawing without a point and its lines. @param {Graph} graph @param {number} k @returns {Graph} */
export const withoutPoint = ({points, lines}, k) => ({
  points: points.filter((_, at) => at !== k),
  lines: lines.filter(({ends}) => !ends.includes(k)).map(({ends: [p, q], ink}) => ({ends: [p - +(p > k), q - +(q > k)], ink})),
});

/** For each line of the graph, the index of the equal line of a drawing, or -1. Equal lines have the same ends and ink;
 *  several equal lines are matched in order.
 *  @param {Graph} graph @param {{points: {name: string}[], lines: Line[]}} drawing @returns {number[]} */
export function matched({points, lines}, drawing) {
  const key = (/** @type {{points: {name: string}[]}} */ {points}, /** @type {Line} */ {ends, ink}) => {
    const names = ends.map(end => points[end].name);
    return [ink, ...(ink === "arrow" ? names : names.sort())].join("\n");
  };
  /** @type {Map<string, number[]>} */
  const places = new Map();
  drawing.lines.forEach((line, at) => places.set(key(drawing, line), [...places.get(key(drawing, line)) ?? [], at]));
  return lines.map(line => places.get(key({points}, line))?.shift() ?? -1);
}
