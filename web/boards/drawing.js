// @ts-check
/** Draws points joined by lines: from the ground upwards if there is ground, otherwise around a circle. */
import {html} from "../vendor/preact.js";
import {aim, hidden, worded} from "../board.js";
import {drawnActs, labelled, shownQuality, worth} from "./acts.js";

const UP = 62, WIDE = 66;

/** @typedef {{name: string, ground: boolean, value: number | null, tokens?: number, mark?: string, owner?: number}} Point */
/** @typedef {{ends: [number, number], ink: string, mark?: string, owner?: number}} Line */

/** The moves of each line. A move names its line by its number, by the points at its ends, or by the points between
 *  which a token moves.
 *  @param {any[]} moves @param {Line[]} lines @param {Point[]} points */
export function movesOf(moves, lines, points) {
  const names = lines.map(({ends}) => ends.map(end => points[end].name)), named = names.map(ends => [...ends].sort().join("\n"));
  const directed = names.map(ends => ends.join("\n")), found = lines.map(() => /** @type {any[]} */ ([]));
  for (const move of moves) {
    const {edge, from, onto, vertices, edges} = move.touches.named ?? {};
    const at = edges && !vertices ? names.findIndex(ends => edges.includes(ends.join("-"))) : vertices?.length === 2 ? named.indexOf([...vertices].sort().join("\n")) : typeof edge === "number" ? edge - 1 : Array.isArray(edge) ? named.indexOf([...edge].sort().join("\n"))
      : onto === undefined ? -1 : directed.indexOf(`${from}\n${onto}`);
    found[at]?.push(move);
  }
  return found;
}

/** The moves of each point: the moves that change only the point and its neighbours; if there are none, all moves that
 *  change the point.
 *  @param {any[]} moves @param {Line[]} lines @param {Point[]} points */
export function movesOfPoints(moves, lines, points) {
  if (!moves.some(move => move.touches.named?.vertices)) return points.map(() => []);
  return points.map(({name}, at) => {
    const near = new Set(lines.flatMap(({ends: [p, q]}) => p === at ? [points[q].name] : q === at ? [points[p].name] : []));
    const own = moves.filter(move => move.touches.named?.vertices?.includes(name));
    const here = own.filter(move => move.touches.named.vertices.every((/** @type {string} */ other) => other === name || near.has(other)));
    return here.length ? here : own;
  });
}

/** The lines that fall when a line is cut, because no path joins them to the ground any more. The set is empty if there
 *  is no ground, or if the engine's position after the move has another number of lines, as in games whose lines do not
 *  fall.
 *  @param {{points: Point[], lines: Line[]}} picture @param {number} cut @param {any} move */
export function falling({points, lines}, cut, move) {
  const joined = points.map(({ground}) => ground), fallen = new Set(lines.keys());
  if (!joined.includes(true)) return new Set();
  for (let grew = true; grew;) {
    grew = false;
    lines.forEach(({ends: [p, q]}, k) => {
      if (k === cut || !fallen.has(k) || !joined[p] && !joined[q]) return;
      joined[p] = joined[q] = grew = true;
      fallen.delete(k);
    });
  }
  const left = move.pictures.reduce((/** @type {number} */ sum, /** @type {any} */ after) => sum + (after.lines?.length ?? 0), 0);
  fallen.delete(cut);
  return left === lines.length - 1 - fallen.size ? fallen : new Set();
}

/** The number of lines that fall with the line that a move cuts. @param {any} piece @param {any} move */
export function falls({picture, moves}, move) {
  const cut = picture.kind === "drawing" ? movesOf(moves, picture.lines, picture.points).findIndex(own => own.includes(move)) : -1;
  return cut < 0 ? 0 : falling(picture, cut, move).size;
}

/** The coordinates of points in trees that grow upwards from the ground; each point is centred below the points that it
 *  carries.
 *  @param {Point[]} points @param {Line[]} lines */
function fromGround(points, lines) {
  const near = points.map((_, at) => lines.flatMap(({ends: [p, q]}) => p === at ? [q] : q === at ? [p] : []));
  const depth = points.map(({ground}) => ground ? 0 : -1), order = points.flatMap(({ground}, at) => ground ? [at] : []);
  /** @type {number[][]} */
  const carried = points.map(() => []);
  const roots = [...order];
  for (let k = 0; k < points.length; k++) {
    if (k === order.length) {
      // A connected component without a path to the ground is drawn above it, starting from its first point.
      const loose = depth.indexOf(-1);
      depth[loose] = 1;
      roots.push(loose);
      order.push(loose);
    }
    for (const next of near[order[k]]) {
      if (depth[next] >= 0) continue;
      depth[next] = depth[order[k]] + 1;
      carried[order[k]].push(next);
      order.push(next);
    }
  }
  const x = points.map(() => 0);
  let next = 0;
  // Leaves are placed in the order of a depth-first walk. Points come in `order` before the points that they carry, so
  // all other points are placed in reverse order.
  const walk = roots.reverse();
  while (walk.length) {
    const at = /** @type {number} */ (walk.pop());
    if (!carried[at].length) x[at] = next++ * WIDE;
    walk.push(...[...carried[at]].reverse());
  }
  for (const at of [...order].reverse()) if (carried[at].length) x[at] = (x[carried[at][0]] + x[carried[at][carried[at].length - 1]]) / 2;
  const high = Math.max(1, ...depth) * UP;
  return points.map((_, at) => [x[at], high - Math.max(0, depth[at]) * UP]);
}

/** @param {Point[]} points */
function aroundCircle(points) {
  const r = Math.max(60, points.length * 16);
  return points.map((_, at) => { const turn = 2 * Math.PI * at / points.length - Math.PI / 2; return [r * Math.cos(turn), r * Math.sin(turn)]; });
}

/** The paths of the lines between points at these coordinates; lines with the same ends are drawn side by side.
 *  @param {Point[]} points @param {Line[]} lines @param {number[][]} at
 *  @param {boolean} [free] whether points on the ground keep their places */
export function waysOf(points, lines, at, free) {
  const key = (/** @type {Line} */ {ends}) => [...ends].sort().join(), count = new Map(), seen = new Map();
  for (const line of lines) count.set(key(line), (count.get(key(line)) ?? 0) + 1);
  return lines.map(line => {
    const turn = seen.get(key(line)) ?? 0, [p, q] = line.ends;
    seen.set(key(line), turn + 1);
    const way = path(line.ends, free ? points.map(point => ({...point, ground: false})) : points, at, (turn - (count.get(key(line)) - 1) / 2) * (p > q ? -1 : 1));
    return {ink: line.ink, ...way, head: line.ink === "arrow" && p !== q ? headOf(way.from, at[q]) : ""};
  });
}
/** The arrowhead of a line that comes from one place and ends at the rim of a point.
 *  @param {number[]} from @param {number[]} to */
function headOf([fx, fy], [x, y]) {
  const far = Math.hypot(x - fx, y - fy) || 1, [ex, ey] = [(x - fx) / far, (y - fy) / far], [tx, ty] = [x - 14 * ex, y - 14 * ey], [bx, by] = [tx - 10 * ex, ty - 10 * ey];
  return `M${tx} ${ty}L${bx - 5 * ey} ${by + 5 * ex}L${bx + 5 * ey} ${by - 5 * ex}Z`;
}

/** The layout of a drawing: the coordinates of points, the paths of lines with the places of their labels, the view box
 *  and the ground.
 *  @param {{points: Point[], lines: Line[]}} picture */
export function laid({points, lines}) {
  const grounded = points.some(({ground}) => ground), at = grounded ? fromGround(points, lines) : aroundCircle(points), ways = waysOf(points, lines, at);
  const [xs, ys] = [0, 1].map(axis => [...at.map(place => place[axis]), ...ways.map(({middle}) => middle[axis])]);
  const [left, top] = [Math.min(...xs) - 34, Math.min(...ys) - 26], floor = grounded ? Math.max(...at.map(([, y]) => y)) : null;
  return {at, ways, floor, left, top, width: Math.max(...xs) - left + 34, height: Math.max(...ys) - top + (grounded ? 14 : 26)};
}

/** @param {{piece: any, picture: any}} props */
export function Drawing({piece, picture}) {
  const {points, lines} = /** @type {{points: Point[], lines: Line[]}} */ (picture);
  if (!points.length) return html`<code class="aspiece">${picture.text || "0"}</code>`;
  const {at, ways, floor, left, top, width, height} = laid({points, lines}), moves = movesOf(piece.moves, lines, points);
  const pointed = movesOfPoints(piece.moves, lines, points), aimed = aim.value?.touches.named?.vertices ?? [];
  const cut = moves.findIndex(own => own.includes(aim.value)), fallen = cut < 0 ? new Set() : falling(picture, cut, aim.value);
  return html`<svg class="drawing" viewBox="${left} ${top} ${width} ${height}" role="group" aria-label=${picture.text}>
    ${floor !== null && html`<path class="ground" d="M${left + 4} ${floor}h${width - 8}"/>`}
    ${ways.map((way, k) => html`<${Edge} key=${k} way=${lines[k].owner ? {...way, ink: lines[k].owner === 1 ? "blue" : "red"} : way} moves=${moves[k]} falls=${fallen.has(k)}/>`)}
    ${ways.map(({middle: [x, y]}, k) => lines[k].mark && html`<text key=${k} class="linemark" x=${x + 9} y=${y - 9}>${lines[k].mark}</text>`)}
    ${points.map((point, k) => !point.ground && html`<g key=${k} class="vertex ${pointed[k].length ? `open ${shownQuality(pointed[k])}` : ""} ${point.mark ? `marked ${point.owner ? `owner-${point.owner}` : point.mark === "x" ? "dark" : ""}` : ""} ${aimed.includes(point.name) ? "aim" : ""}"
      ...${drawnActs(pointed[k], pointed[k].length ? `${point.name}: ${labelled(pointed[k])}` : "")}>${point.tokens && html`<circle class="token" cx=${at[k][0]} cy=${at[k][1]} r="18"/>`}
      <circle cx=${at[k][0]} cy=${at[k][1]} r=${floor !== null ? 5.5 : 13}/>
      ${floor === null && html`<text x=${at[k][0]} y=${at[k][1] + 4.5}>${point.mark ?? point.name.slice(0, 3)}</text>`}
      ${floor === null && point.mark && html`<text class="name" x=${at[k][0] + 17} y=${at[k][1] - 12}>${point.name.slice(0, 3)}</text>`}</g>`)}
  </svg>`;
}

/** The path of a line and the place of its label. The path is straight, bent next to another line with the same ends,
 *  or a loop.
 *  @param {[number, number]} ends @param {Point[]} points @param {number[][]} at @param {number} side */
function path([p, q], points, at, side) {
  let [[x1, y1], [x2, y2]] = [at[p], at[q]];
  if (p === q) {
    const r = 20 + 8 * Math.abs(side), lean = side * 24;
    return {from: [x1, y1], d: `M${x1} ${y1}c${-r + lean} ${-2 * r} ${r + lean} ${-2 * r} 0 0`, middle: [x1 + lean * .75, y1 - 1.5 * r]};
  }
  // A line may meet the ground anywhere.
  if (points[p].ground) x1 = x2 + side * 34;
  if (points[q].ground) x2 = x1 + side * 34;
  const bend = points[p].ground || points[q].ground ? 0 : side * 40, length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [cx, cy] = [(x1 + x2) / 2 + bend * (y2 - y1) / length, (y1 + y2) / 2 - bend * (x2 - x1) / length];
  // Around a circle, lines cross in their middles, so labels are placed before the middle.
  const t = points.some(({ground}) => ground) ? .5 : .36, on = (/** @type {number} */ a, /** @type {number} */ c, /** @type {number} */ b) => (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t ** 2 * b;
  return {from: [cx, cy], d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`, middle: [on(x1, cx, x2), on(y1, cy, y2)]};
}

/** @param {{way: any, moves: any[], falls: boolean}} props */
function Edge({way: {ink, d, head, middle: [x, y]}, moves, falls}) {
  const quality = shownQuality(moves), value = worth(moves[0]), label = moves.length ? worded(moves[0]) + (value && ` → ${value}`) : "";
  return html`<g class="edge ${ink} ${quality} ${moves.length ? "open" : ""} ${moves.includes(aim.value) ? "aim" : ""} ${falls ? "falls" : ""}" ...${drawnActs(moves, label)}>
    ${quality === "win" && html`<path class="halo" d=${d}/>`}<path class="line" d=${d}/>${head && html`<path class="head" d=${head}/>`}<path class="hit" d=${d}/>
    ${moves.length > 0 && !hidden.value && (value || quality) && html`<g class="tag"><circle cx=${x} cy=${y} r=${value.length > 2 ? 13 : 10}/>
      ${value ? html`<text x=${x} y=${y + 4}>${value}</text>` : html`<circle class="dot ${quality}" cx=${x} cy=${y} r="4.5"/>`}</g>`}</g>`;
}
