// @ts-check
/** The drawing board for positions of games on graphs. The position is solved after each change, and the drawing shows
 *  its values. */
import {html, useEffect, useRef, useState} from "../vendor/preact.js";
import {ask} from "../ask.js";
import {board, hidden} from "../board.js";
import {cards, rulesOf} from "../games.js";
import {Mistaken} from "../mistake.js";
import {go, place} from "../route.js";
import {fileName, save} from "../save.js";
import {lang, t} from "../words.js";
import {shownQuality, worth} from "./acts.js";
import {laid, movesOf, waysOf} from "./drawing.js";
import {MOST, changed, inked, matched, withLine, withMoreTokens, withPoint, withoutLine, withoutPoint} from "./graph.js";

/** @typedef {import("./graph.js").Graph} Graph */

/** The size of the sheet in its own units; a narrow window has a narrower sheet, so that points keep their size. */
const [WIDE, HIGH] = matchMedia("(max-width: 640px)").matches ? [360, 400] : [640, 420];
/** The distance from a point within which a click hits it: in units of the sheet, and at least this many pixels of the
 *  screen, for fingers. */
const NEAR = 26, FINGER = 22;
const STEP = 12;

/** The last drawing, so that points stay where the reader put them. @type {{spec: string, graph: Graph} | null} */
let kept = null;

/** Lays out a drawing of the engine on the sheet. @param {any} drawing @returns {Graph} */
function inRoom({points, lines}) {
  if (!points.length) return {points: [], lines: []};
  const {at} = laid({points, lines}), [xs, ys] = [0, 1].map(axis => at.map(place => place[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)], [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min(2.6, (WIDE - 140) / (wide || 1), (HIGH - 130) / (high || 1));
  const [x0, y0] = [(WIDE - wide * scale) / 2, (HIGH - high * scale) / 2];
  return {points: points.map((/** @type {any} */ {name, ground, tokens = 0}, /** @type {number} */ k) =>
    ({name, ground, tokens, at: [x0 + (at[k][0] - left) * scale, y0 + (at[k][1] - top) * scale]})), lines};
}
/** @param {Graph} graph */
const asked = ({points, lines}) => ({points: points.map(({name, ground, tokens}) => ({name, ground, tokens})), lines});

/** @param {string} spec */
const gameOf = spec => /^\w+/.exec(spec.replace(/^misere /, ""))?.[0];

/** @param {{spec: string}} props */
export function Editor({spec}) {
  const [graph, setGraph] = useState(/** @type {Graph | null} */ (kept?.spec === spec ? kept.graph : null));
  const [past, setPast] = useState(/** @type {Graph[]} */ ([])), [wrong, setWrong] = useState(/** @type {any} */ (null));
  const [told, setTold] = useState(/** @type {any} */ (null)), [values, setValues] = useState(/** @type {any} */ (null));
  const turn = useRef(0), name = gameOf(spec), card = cards.value.find(card => card.name === name);

  useEffect(() => {
    if (kept?.spec === spec && graph) return;
    let gone = false;
    ask({do: "draw", spec, lang: lang.peek()}).then(reply => {
      if (gone) return;
      if (reply.error) return setWrong(reply.error);
      const drawn = inRoom(reply.drawing);
      kept = {spec, graph: drawn};
      setGraph(drawn);
      setTold(reply);
      setWrong(null);
      setPast([]);
    });
    return () => { gone = true; };
  }, [spec]);
  // The value of one token on each vertex does not depend on the places of the tokens.
  useEffect(() => {
    if (!card?.tokens || hidden.value) return setValues(null);
    let gone = false;
    ask({do: "table", rules: rulesOf(spec), time: 4}).then(table => { if (!gone) setValues(table.error ? null : table); });
    return () => { gone = true; };
  }, [spec, card?.tokens, hidden.value]);

  /** Makes the drawing the position, unless the engine rejects it.
   *  @param {any} request @param {(reply: any) => Graph} drawnAs */
  async function become(request, drawnAs) {
    const mine = ++turn.current, reply = await ask({do: "draw", spec, lang: lang.peek(), ...request});
    if (mine !== turn.current) return;
    if (reply.error) { setWrong(reply.error); return; }
    setWrong(null);
    setTold(reply);
    kept = {spec: reply.spec, graph: drawnAs(reply)};
    setGraph(kept.graph);
    const {more} = place.peek();
    go("play", reply.spec, {...Object.fromEntries(more), moves: null, you: null}, {replace: true});
  }
  /** @param {Graph} next @param {boolean} [silent] whether only a point moves, which does not change the position */
  function change(next, silent) {
    if (graph && !silent) setPast([...past.slice(-50), graph]);
    setGraph(next);
    if (silent) { kept = {spec, graph: next}; return; }
    become(asked(next), () => next);
  }
  const back = () => {
    const last = past[past.length - 1];
    setPast(past.slice(0, -1));
    setGraph(last);
    become(asked(last), () => last);
  };
  // The last drawing may belong to another game.
  if (!graph || !card?.editor || gameOf(kept?.spec ?? "") !== name) return wrong ? html`<${Mistaken} text=${spec} mistake=${{...wrong, span: undefined}}/>` : html`<p class="quiet pad" aria-busy="true">…</p>`;
  return html`<div class="drawing-board">
    <${Sheet} graph=${graph} card=${card} change=${change} values=${values} back=${past.length ? back : null}/>
    ${wrong && html`<${Mistaken} text="" mistake=${{...wrong, span: undefined}}/>`}
    <${Texts} told=${told} spec=${spec} onText=${(/** @type {string} */ text) => { setPast([...past, graph]); become({text}, reply => inRoom(reply.drawing)); }}/></div>`;
}

/** The moves of each line, and the value shown at each point. @param {Graph} graph @param {any} values */
function onIt(graph, values) {
  const pieces = (board.value?.pieces ?? []).filter(({picture}) => picture.kind === "drawing");
  /** @type {any[][]} */
  const moves = graph.lines.map(() => []), named = new Map();
  for (const {picture, moves: all} of pieces) {
    const of = movesOf(all, picture.lines, picture.points);
    matched(graph, picture).forEach((at, k) => { if (at >= 0 && !moves[k].length) moves[k] = of[at]; });
    for (const {name, value} of picture.points) if (value !== null) named.set(name, value);
  }
  (values?.vertices ?? []).forEach((/** @type {any} */ name, /** @type {number} */ k) => {
    const value = values.grundy?.[k];
    named.set(String(name), typeof value === "number" ? value : value === null || value === undefined ? values.outcomes[k] : String(value));
  });
  return {moves, worths: graph.points.map(({name}) => hidden.value ? undefined : named.get(name))};
}

/** The number of pixels of the screen per unit of the sheet. @param {SVGElement} svg */
function scaleOf(svg) {
  const {width, height} = svg.getBoundingClientRect();
  return Math.min(width / WIDE, height / HIGH) || 1;
}

/** The sheet with the tools above it. @param {{graph: Graph, card: any, change: (next: Graph, silent?: boolean) => void, values: any, back: (() => void) | null}} props */
function Sheet({graph, card, change, values, back}) {
  const [tool, setTool] = useState("draw"), [ink, setInk] = useState(card.inks[0]), [from, setFrom] = useState(/** @type {number | null} */ (null));
  const [drag, setDrag] = useState(/** @type {any} */ (null)), svg = useRef(/** @type {any} */ (null));
  const {points, lines} = graph, at = points.map(point => point.at), ways = waysOf(points, lines, at, true), {moves, worths} = onIt(graph, values);
  const tools = [["draw", "Draw"], ["move", "Drag"], ...(card.ground ? [["ground", "Ground"]] : []), ...(card.tokens ? [["token", "Tokens"]] : []),
    ...(card.inks.length > 1 ? [["ink", "Colour"]] : []), ["erase", "Erase"]];

  const place = (/** @type {any} */ e) => {
    const {left, top, width, height} = svg.current.getBoundingClientRect(), scale = scaleOf(svg.current);
    const x = (e.clientX - left - (width - WIDE * scale) / 2) / scale, y = (e.clientY - top - (height - HIGH * scale) / 2) / scale;
    return [Math.max(16, Math.min(WIDE - 16, x)), Math.max(16, Math.min(HIGH - 16, y))];
  };
  const hit = (/** @type {number[]} */ [x, y]) => {
    const far = points.map(point => Math.hypot(point.at[0] - x, point.at[1] - y)), least = Math.min(...far);
    return least <= Math.max(NEAR, FINGER / scaleOf(svg.current)) ? far.indexOf(least) : -1;
  };
  const touchPoint = (/** @type {number} */ k) => {
    if (tool === "erase") change(withoutPoint(graph, k));
    else if (tool === "ground") change(changed(graph, k, {ground: !points[k].ground}));
    else if (tool === "token") change(withMoreTokens(graph, k));
    else if (from === null) setFrom(k);
    else { if (from !== k || card.inks[0] !== "dashed") change(withLine(graph, [from, k], ink)); setFrom(null); }
  };
  const touchLine = (/** @type {number} */ k) => {
    if (tool === "erase") change(withoutLine(graph, k));
    else if (tool === "ink") change(inked(graph, k, ink));
  };
  const down = (/** @type {any} */ e) => {
    if (e.button > 0) return;
    const where = place(e), k = hit(where);
    svg.current.setPointerCapture(e.pointerId);
    setDrag({k, start: where, where, moved: false, line: Number(e.target.closest?.("[data-line]")?.dataset.line ?? -1)});
  };
  const move = (/** @type {any} */ e) => {
    if (!drag) return;
    const where = place(e), moved = drag.moved || Math.hypot(where[0] - drag.start[0], where[1] - drag.start[1]) > 8;
    if (tool === "move" && drag.k >= 0 && moved) change(changed(graph, drag.k, {at: where}), true);
    setDrag({...drag, where, moved});
  };
  const up = (/** @type {any} */ e) => {
    if (!drag) return;
    const {k, moved, line} = drag, where = place(e);
    setDrag(null);
    if (tool === "draw" && moved && k >= 0) {
      const to = hit(where);
      setFrom(null);
      if (to >= 0 && to !== k) return change(withLine(graph, [k, to], ink));
      if (to < 0 && points.length < MOST) return change(withLine(withPoint(graph, where), [k, points.length], ink));
      return;
    }
    if (moved) return;
    if (k >= 0) return tool === "move" || tool === "ink" ? undefined : touchPoint(k);
    if (line >= 0 && (tool === "erase" || tool === "ink")) return touchLine(line);
    if (tool !== "draw") return;
    // If a point was chosen before, a line joins it to the new point.
    change(from === null ? withPoint(graph, where) : withLine(withPoint(graph, where), [from, points.length], ink));
    setFrom(null);
  };
  const pointKey = (/** @type {any} */ e, /** @type {number} */ k) => {
    const [x, y] = points[k].at, step = {ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP]}[/** @type {"ArrowUp"} */ (e.key)];
    if (step) change(changed(graph, k, {at: [Math.max(16, Math.min(WIDE - 16, x + step[0])), Math.max(16, Math.min(HIGH - 16, y + step[1]))]}), true);
    else if (e.key === "Enter" || e.key === " ") touchPoint(k);
    else if (e.key === "Delete" || e.key === "Backspace") change(withoutPoint(graph, k));
    else if (e.key === "g" && card.ground) change(changed(graph, k, {ground: !points[k].ground}));
    else if (e.key === "t" && card.tokens) change(withMoreTokens(graph, k));
    else if (e.key === "n") change(withLine(withPoint(graph, [Math.min(WIDE - 16, x + 70), Math.max(16, y - 40)]), [k, points.length], ink));
    else if (e.key === "Escape") setFrom(null);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  const lineKey = (/** @type {any} */ e, /** @type {number} */ k) => {
    if (e.key === "Enter" || e.key === " ") {
      if (tool === "erase") change(withoutLine(graph, k));
      else change(inked(graph, k, card.inks[(card.inks.indexOf(lines[k].ink) + 1) % card.inks.length]));
    } else if (e.key === "Delete" || e.key === "Backspace") change(withoutLine(graph, k));
    else return;
    e.preventDefault();
  };
  const pointLabel = (/** @type {number} */ k) => [points[k].name, points[k].ground && t("on the ground"), points[k].tokens > 0 && t("{n} tokens", {n: points[k].tokens}),
    worths[k] !== undefined && t("value {value}", {value: worths[k]}), from === k && t("selected")].filter(Boolean).join(", ");
  const lineLabel = (/** @type {number} */ k) => [lines[k].ends.map(end => points[end].name).join(lines[k].ink === "arrow" ? " → " : " – "), t(INKS[lines[k].ink]),
    worth(moves[k][0]) && t("leaves {value}", {value: worth(moves[k][0])})].filter(Boolean).join(", ");
  const choose = (/** @type {string} */ name) => { setTool(name); setFrom(null); };
  const ghost = drag && drag.k >= 0 && drag.moved && tool === "draw" ? drag : null;
  return html`<div class="bar" role="toolbar" aria-label=${t("Tools")}>${tools.map(([id, name]) => html`<button key=${id} id="tool-${id}" aria-pressed=${tool === id} onClick=${() => choose(id)}>${t(name)}</button>`)}
      ${card.inks.length > 1 && card.inks.map((/** @type {string} */ name) => html`<button key=${name} id="ink-${name}" class="ink ${name}" aria-pressed=${ink === name} onClick=${() => setInk(name)}>${t(INKS[name])}</button>`)}
      <span class="grow"></span><button id="draw-back" disabled=${!back} onClick=${back}>${t("Undo")}</button>
      <button id="draw-point" onClick=${() => change(withPoint(graph, [60 + points.length * 97 % (WIDE - 120), 60 + points.length * 61 % (HIGH - 120)]))}>${t("Add a point")}</button></div>
    <svg ref=${svg} class="sheet ${tool}" viewBox="0 0 ${WIDE} ${HIGH}" role="group" aria-label=${t("Drawing")} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${() => setDrag(null)}>
      <rect class="sheet-paper" width=${WIDE} height=${HIGH}/>
      ${ways.map(({ink, d, head, middle: [x, y]}, k) => html`<g key=${`l${k}`} data-line=${k} class="edge open ${ink} ${shownQuality(moves[k])}" tabindex="0" role="button" aria-label=${lineLabel(k)} onKeyDown=${(/** @type {any} */ e) => lineKey(e, k)}>
        ${shownQuality(moves[k]) === "win" && html`<path class="halo" d=${d}/>`}<path class="line" d=${d}/>${head && html`<path class="head" d=${head}/>`}<path class="hit" d=${d}/>
        ${!hidden.value && worth(moves[k][0]) && html`<g class="tag"><circle cx=${x} cy=${y} r="11"/><text x=${x} y=${y + 4}>${worth(moves[k][0])}</text></g>`}</g>`)}
      ${ghost && html`<path class="ghost" d="M${at[ghost.k].join(" ")}L${ghost.where.join(" ")}"/>`}
      ${points.map(({name, ground, tokens, at: [x, y]}, k) => html`<g key=${`p${k}`} class="vertex ${from === k ? "from" : ""}" tabindex="0" role="button" aria-label=${pointLabel(k)} onKeyDown=${(/** @type {any} */ e) => pointKey(e, k)}>
        ${ground && html`<path class="ground" d="M${x - 22} ${y + 15}h44"/>`}${tokens > 0 && html`<circle class="token" cx=${x} cy=${y} r="19"/>`}
        <circle cx=${x} cy=${y} r="13"/><text x=${x} y=${y + 4.5}>${name.slice(0, 3)}</text></g>`)}
      <g aria-hidden="true">${points.map(({tokens, at: [x, y]}, k) => html`<g key=${k}>${tokens > 1 && html`<text class="times" x=${x + 25} y=${y - 12}>×${tokens}</text>`}
        ${worths[k] !== undefined && html`<text class="worth" x=${x + (points[k].ground ? 26 : 0)} y=${y + (points[k].ground ? 5 : -20)}>${worths[k]}</text>`}</g>`)}</g>
    </svg>
    <p class="quiet">${t(HELP[tool])} <span class="keys">${t("Keyboard: Tab selects a point, n draws a line to a new point, Enter on two points joins them, the arrow keys move a point, Delete removes it.")}</span></p>`;
}
/** @type {Record<string, string>} */
const INKS = {green: "green: both", blue: "blue: Left", red: "red: Right", solid: "drawn", dashed: "not yet drawn", arrow: "arrow"};
/** @type {Record<string, string>} */
const HELP = {
  draw: "Tap the sheet to add a point. Drag from one point to another to add a line.", move: "Drag points to rearrange them.",
  ground: "Tap a point to put it on the ground or to lift it.", token: "Tap a point to add a token. After three tokens, the next tap removes them all.",
  ink: "Choose a colour, then tap lines.", erase: "Tap what you want to remove.",
};

/** The drawing in text formats, which the reader can copy, edit and draw.
 *  @param {{told: any, spec: string, onText: (text: string) => void}} props */
function Texts({told, spec, onText}) {
  const [form, setForm] = useState("list"), [text, setText] = useState("");
  const shown = told ? form === "spec" ? told.spec : told[form] : spec;
  useEffect(() => setText(shown ?? ""), [shown]);
  return html`<details class="texts"><summary>${t("As text")}</summary>
    <p class="bar">${[["list", "Edges"], ["dot", "DOT"], ["spec", "Notation"]].map(([id, name]) => html`<button key=${id} id="text-${id}" aria-pressed=${form === id} onClick=${() => setForm(id)}>${t(name)}</button>`)}
      <span class="grow"></span><button onClick=${() => save(fileName(spec, form === "dot" ? "dot" : "txt"), shown ?? "")}>${t("Save")}</button></p>
    <form onSubmit=${(/** @type {any} */ e) => { e.preventDefault(); if (form === "spec") go("play", text, {draw: "1"}); else onText(text); }}>
      <textarea id="drawn-text" rows="6" spellcheck=${false} aria-label=${t("As text")} value=${text} onInput=${(/** @type {any} */ e) => setText(e.target.value)}></textarea>
      <button id="drawn-read">${t("Draw this")}</button></form></details>`;
}
