// @ts-check
/** Tables: values or outcomes of all positions up to a bound as a picture that can be moved and zoomed, and the verdict
 *  of a claim on each. */
import {html, signal, useEffect, useMemo, useRef, useState} from "../vendor/preact.js";
import {ask, askTable} from "../ask.js";
import {Plot, minTickDistances, ticks, writeTicks} from "./axes.js";
import {Canvas, colour} from "./canvas.js";
import {SAID, Tiles, colours, cross, isP, largest, losses, luminance, points, shape, whole} from "./cells.js";
import {ZoomButtons, textSize} from "./viewport.js";
import {Mistaken} from "../mistake.js";
import {address, go, place} from "../route.js";
import {fileName, latexOf, save} from "../save.js";
import {Working, useWork} from "../work.js";
import {lang, t} from "../words.js";

const START = "wythoff";
/** The time limit of a table in seconds. */
const TIME = 60;
/** The bounds to choose from, by how many numbers a position has. */
const SIZES = [[], [100, 1000, 10000, 100000, 1000000], [30, 100, 300, 1000, 2000, 4095], [10, 20, 40, 80, 150]];
/** The minimum size, in pixels, of a cell that shows its mark. */
const MARKS = 7;
/** The maximum number of rows and of columns that are shown as an HTML table or written as LaTeX. */
const READ = 30;

/** The last tables: the table of the rules, and the table of the claim's verdicts. @type {{value: any}} */
const held = signal(/** @type {any} */ (null)), overlaid = signal(/** @type {any} */ (null));

export function TableView() {
  const {what, more} = place.value, rules = what || START, claim = more.get("claim") ?? "";
  const [numbers, setNumbers] = useState(/** @type {{rules: string, numbers: number} | null} */ (null));
  useEffect(() => {
    let gone = false;
    ask({do: "parse", rules}).then(reply => { if (!gone) setNumbers({rules, numbers: reply.numbers ?? 0}); });
    return () => { gone = true; };
  }, [rules]);
  const sizes = SIZES[numbers?.rules === rules ? numbers.numbers : 2] ?? [], to = +(more.get("to") ?? sizes[1] ?? 100);
  const key = `${rules} ${to} ${lang.value}`, known = numbers?.rules === rules;
  const work = useWork(known && (how => read(rules, to, numbers.numbers, how)), reply => { held.value = {key, ...reply}; }, [key, known]);
  const claims = useWork(known && claim && (how => askTable({rules, to, claim, time: TIME}, how)), reply => { overlaid.value = {key: key + claim, ...reply}; }, [key, claim, known]);
  const table = held.value?.key === key ? held.value : null, said = claim && overlaid.value?.key === key + claim ? overlaid.value : null;
  const change = (/** @type {Record<string, any>} */ changes) => go("table", rules, {...Object.fromEntries(more), embed: null, ...changes}, {replace: true});
  return html`<div class="split"><section class="card table-card" aria-busy=${!work && !table || !!claim && !claims && !said}><h1 class="spec">${rules}</h1>
      ${(work || claims) && html`<${Working} work=${work ?? claims}/>`}
      ${!work && table?.error && html`<${Mistaken} text=${rules} mistake=${table.error} onMend=${(/** @type {string} */ text) => go("table", text)}/>`}
      ${table?.text !== undefined && html`<pre class="table-text" tabindex="0">${table.text}</pre>`}
      ${table?.cells && html`<${Map2} key=${key} table=${table} said=${said?.cells ? said.cells : null} rules=${rules} more=${more} change=${change}/>`}
    </section><aside class="side">
      <section class="card"><h2>${t("Display")}</h2>
        <label class="field" for="to">${t("Up to")}<select id="to" onChange=${(/** @type {any} */ event) => change({to: event.target.value, at: null})}>
          ${[...new Set([...sizes, to])].sort((a, b) => a - b).map(size => html`<option key=${size} value=${size} selected=${size === to}>${size}</option>`)}</select></label>
        <label class="field" for="by">${t("Colours")}<select id="by" onChange=${(/** @type {any} */ event) => change({by: event.target.value})}>
          <option value="" selected=${!more.get("by")}>${t("by value")}</option>${[2, 3, 4, 5, 6, 7, 8].map(k => html`<option key=${k} value=${k} selected=${more.get("by") === String(k)}>${t("by value mod {k}", {k})}</option>`)}</select></label>
        <label class="check"><input type="checkbox" id="marks" checked=${more.get("P") !== "0"} onChange=${(/** @type {any} */ event) => change({P: event.target.checked ? null : "0"})}/> ${t("Mark P-positions")}</label>
      </section>
      <${Claimed} rules=${rules} claim=${claim} said=${said} table=${table} change=${change}/>
      <${Exports} rules=${rules} to=${to} table=${table} said=${said?.cells}/>
    </aside></div>`;
}

/** Requests the table as cells, or as text if there is no table of cells.
 *  @param {string} rules @param {number} to @param {number} numbers @param {any} how */
async function read(rules, to, numbers, how) {
  const cells = await askTable({rules, to, time: TIME}, how);
  if (!cells.error || cells.error.kind !== "unsupported") return cells;
  // Games of several players, vertices of graphs, trees and heaps that begin at 1 are shown as the text of the command.
  // Graphs have no bound, and there are too many large trees; if it is unknown how many numbers a position has, all
  // bounds are tried.
  const bounded = {to: Math.min(to, 200)};
  for (const bound of numbers ? [bounded] : [{}, bounded, {to: Math.min(to, 6)}]) {
    const text = await ask({do: "table", rules, ...bound, format: "text", time: TIME}, how);
    if (!text.error) return text;
  }
  return cells;
}

/** The number of cells in a row, for positions of a single number. @param {URLSearchParams} more @param {any} table */
const rowOf = (more, table) => Math.max(2, Math.floor(Number(more.get("row"))) || (table.side > 20000 ? 1000 : table.side > 2000 ? 200 : table.side > 200 ? 50 : 20));

/** The third number that is shown. @param {URLSearchParams} more @param {any} table */
const layerOf = (more, table) => Math.max(0, Math.min(table.side - 1, Math.floor(Number(more.get("layer"))) || 0));

const LETTERS = {80: "P", 78: "N", 76: "L", 82: "R", 68: "D"};
/** The text of a cell. @param {any} table @param {number} at */
const entry = (table, at) => table.values ? String(table.cells[at]) : LETTERS[/** @type {80} */ (table.cells[at])] ?? "?";
/** @param {{table: any, said: any, rules: string, more: URLSearchParams, change: (changes: any) => void}} props */
function Map2({table, said, rules, more, change}) {
  const panZoom = useRef(/** @type {any} */ (null));
  const [layer, setLayer] = useState(layerOf(more, table)), row = rowOf(more, table);
  const placed = useMemo(() => shape(table, layer, row), [table, layer, row]);
  const given = (more.get("at") ?? "").split(",").filter(Boolean).map(Number);
  const [cursor, setCursor] = useState(/** @type {[number, number]} */ (() => {
    const at = given.length ? placed.of(given) : [0, 0];
    return at[0] < placed.width && at[1] < placed.height ? at : [0, 0];
  }));
  const by = +(more.get("by") ?? 0), marks = more.get("P") !== "0", dark = document.documentElement.dataset.theme;
  const version = `${layer} ${row} ${by} ${marks} ${dark} ${!!said} ${cursor} ${table.key}`;
  const most = useMemo(() => largest(table), [table]), lost = useMemo(() => losses(table), [table]), ink = useMemo(() => colours(table, most, by), [table, by]);
  const tiles = useMemo(() => new Tiles(table, placed, said, ink, most), [placed, said, ink]);
  const paint = (/** @type {any} */ context, /** @type {any} */ viewport, /** @type {[number, number]} */ [wide, high]) => {
    const {x, y, scale} = viewport, {width, height} = placed;
    tiles.paint(context, viewport, [wide, high]);
    const [far, low] = minTickDistances(placed.height * (table.dims === 1 ? row : 1)).map(pixels => pixels / scale), put = (/** @type {number} */ start) => (/** @type {number} */ k) => (k + .5 - start) * scale;
    writeTicks(context.canvas, ticks(Math.max(0, x - 1), Math.min(width - 1, x + wide / scale), far).map(k => [put(x)(k), k]),
      ticks(Math.max(0, y - 1), Math.min(height - 1, y + high / scale), low).map(k => [put(y)(k), table.dims === 1 ? k * row : k]), -x * scale, -y * scale);
    const [x0, x1, y0, y1] = [Math.max(0, Math.floor(x)), Math.min(width, Math.ceil(x + wide / scale)), Math.max(0, Math.floor(y)), Math.min(height, Math.ceil(y + high / scale))];
    if (scale >= MARKS) {
      const text = Math.max(textSize(), scale / 2.6), digits = table.values ? String(most).length : 1, numbered = scale >= Math.max(1.5, digits * .62 + .3) * text;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.font = `${text}px ui-monospace, monospace`;
      for (let cy = y0; cy < y1; cy++) for (let cx = x0; cx < x1; cx++) {
        const at = placed.index(cx, cy);
        if (at < 0) continue;
        const [mx, my] = [(cx + .5 - x) * scale, (cy + .5 - y) * scale], light = luminance(ink(table.cells[at]));
        context.fillStyle = context.strokeStyle = light > .18 ? "#000" : "#fff";
        if (said) { cross(context, said[at], mx, my, scale); continue; }
        if (marks && isP(table, at)) {
          context.lineWidth = Math.max(1.2, scale / 14);
          context.beginPath();
          context.arc(mx, my, scale * .36, 0, 7);
          context.stroke();
        }
        if (numbered) context.fillText(entry(table, at), mx, my + .5);
      }
    } else if (marks && !said) points(context, lost, table, placed, viewport, [wide, high]);
    context.strokeStyle = colour("--gold");
    context.lineWidth = 3;
    const edge = Math.max(scale, 7);
    context.strokeRect((cursor[0] + .5 - x) * scale - edge / 2, (cursor[1] + .5 - y) * scale - edge / 2, edge, edge);
  };
  const at = placed.index(...cursor), numbers = placed.numbers(...cursor), spec = `${rules}(${numbers.join(",")})`;
  const play = () => { if (at >= 0) go("play", spec); };
  const where = at < 0 ? "" : `(${numbers.join(", ")}): ${table.values ? `${t("value {value}", {value: entry(table, at)})}, ${isP(table, at) ? "P" : "N"}` : entry(table, at)}${said ? `, ${verdictOf(said[at])}` : ""}`;
  // A claim about such positions calls their numbers a, b, ..., or n.
  const [upright, across] = table.dims === 1 ? [t("first n of the row"), `n mod ${row}`] : [t("first number, a"), t("second number, b")];
  return html`<${Plot} across=${across} upright=${upright} maxUpright=${(placed.height - 1) * (table.dims === 1 ? row : 1)}><div class="canvas-box"><${Canvas} width=${placed.width} height=${placed.height} maxScale=${96} paint=${paint} version=${version}
      label=${t("Table of {rules}. The arrow keys move between cells, Enter plays the position, + and - zoom, 0 fits the table.", {rules})} cursor=${cursor}
      onCursor=${(/** @type {number} */ x, /** @type {number} */ y) => setCursor([x, y])} onEnter=${play} onMount=${(/** @type {any} */ own) => { panZoom.current = own; }}/></div><//>
    <div class="tools-row"><${ZoomButtons} panZoom=${panZoom}/>
      <p id="readout" class="readout" aria-live="polite">${where}</p>
      <button type="button" id="play-cell" onClick=${play}>${t("Play it")}</button>
      <button type="button" id="keep-cell" onClick=${() => change({at: numbers.join(","), layer: table.dims === 3 ? layer : null})}>${t("Save view in link")}</button></div>
    ${table.dims === 3 && html`<label class="field" for="layer">${t("The third number: {layer}", {layer})}<input id="layer" type="range" min="0" max=${table.side - 1} value=${layer}
      onInput=${(/** @type {any} */ event) => setLayer(+event.target.value)} onChange=${(/** @type {any} */ event) => change({layer: event.target.value})}/></label>`}
    ${table.dims === 1 && html`<label class="field" for="row">${t("Cells per row")}<input id="row" type="number" min="2" max="5000" value=${row} onChange=${(/** @type {any} */ event) => change({row: event.target.value || null})}/></label>`}
    <${Legend} table=${table} most=${most} by=${by} ink=${ink} said=${said}/>
    <${Read} table=${table} placed=${placed}/>`;
}

/** @param {number} said */
const verdictOf = said => t(["the claim fails", "the claim holds", "the claim says nothing", "the claim refers to values outside the table"][said]);

/** @param {{table: any, most: number, by: number, ink: any, said: any}} props */
function Legend({table, most, by, ink, said}) {
  const swatch = (/** @type {any} */ tint, /** @type {any} */ name) => html`<span key=${name}><svg width="14" height="14" aria-hidden="true"><rect width="14" height="14" rx="3" fill="rgb(${tint.join(",")})"/></svg> ${name}</span>`;
  if (said) return html`<p class="legend">${swatch(SAID.lost, t("P, and the claim holds"))}${swatch(SAID.holds, t("the claim holds"))}${swatch(SAID.fails, "✕ " + t("the claim fails"))}${swatch(SAID.silent, t("the claim says nothing"))}</p>`;
  if (!table.values) return html`<p class="legend">${Object.entries(LETTERS).map(([code, name]) => swatch(ink(+code), name))}</p>`;
  const shown = by ? [...Array(by).keys()] : [...new Set([0, 1, 2, 4, 8, 16, 64, 256, 1024, 4096].filter(v => v < most).concat(most))];
  return html`<p class="legend">${shown.map(v => swatch(ink(v), by ? `${v} mod ${by}` : v))}</p>`;
}

/** The first cells as an HTML table, which screen readers can read. @param {{table: any, placed: any}} props */
function Read({table, placed}) {
  const [open, setOpen] = useState(false), wide = Math.min(READ, placed.width), high = Math.min(READ, placed.height);
  return html`<details class="reading" onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${t("As a table")}</summary>
    ${open && html`<div class="scroll" tabindex="0" role="group" aria-label=${t("As a table")}><table class="grid"><thead><tr><td></td>${[...Array(wide).keys()].map(x => html`<th key=${x} scope="col">${x}</th>`)}</tr></thead><tbody>${[...Array(high).keys()].map(y => html`<tr key=${y}><th scope="row">${placed.numbers(0, y)[0]}</th>${[...Array(wide).keys()].map(x => {
      const at = placed.index(x, y);
      return html`<td key=${x} class=${at >= 0 && isP(table, at) ? "p" : ""}>${at < 0 ? "" : entry(table, at)}</td>`;
    })}</tr>`)}</tbody></table></div>`}</details>`;
}

/** The reader's own claim, evaluated position by position.
 *  @param {{rules: string, claim: string, said: any, table: any, change: (changes: any) => void}} props */
function Claimed({rules, claim, said, table, change}) {
  const [text, setText] = useState(claim);
  useEffect(() => { setText(claim); }, [claim]);
  const counts = useMemo(() => {
    if (!said?.cells) return null;
    let fails = 0, silent = 0, first = -1;
    for (let k = 0; k < said.cells.length; k++) {
      if (said.cells[k] === 0) { fails += 1; if (first < 0) first = k; } else if (said.cells[k] > 1) silent += 1;
    }
    return {fails, silent, first, all: said.cells.length};
  }, [said]);
  const {side = 1, dims = 1} = said ?? {}, at = (/** @type {number} */ k) => Array.from({length: dims}, (_, i) => Math.floor(k / side ** (dims - 1 - i)) % side);
  void table;
  return html`<section class="card"><form onSubmit=${(/** @type {any} */ event) => { event.preventDefault(); change({claim: text.trim() || null}); }}>
      <label class="field" for="claim">${t("Overlay a claim")}<input id="claim" value=${text} spellcheck="false" autocapitalize="off" autocomplete="off" placeholder="P iff a == b" onInput=${(/** @type {any} */ event) => setText(event.target.value)}/></label>
      <div class="files"><button class="primary" id="overlay">${t("Compare")}</button>${claim && html`<button type="button" onClick=${() => change({claim: null})}>${t("Remove")}</button>
        <a class="button" href=${address("pattern", rules, {claim})}>${t("Prove or refute")}</a>`}</div></form>
    ${said?.error && html`<${Mistaken} text=${claim} mistake=${said.error} onMend=${(/** @type {string} */ mended) => change({claim: mended})}/>`}
    ${counts && html`<p class="compared" aria-live="polite" data-fails=${counts.fails}>${counts.fails === 0 ? t("It fails at none of {all} positions; at {silent} of them it says nothing or refers to values outside the table.", {all: counts.all, silent: counts.silent})
      : html`${t("It fails at {fails} of {all} positions, first at", {fails: counts.fails, all: counts.all})} <a href=${address("play", `${rules}(${at(counts.first).join(",")})`)}>(${at(counts.first).join(", ")})</a>`}</p>`}</section>`;
}

/** @param {{rules: string, to: number, table: any, said: any}} props */
function Exports({rules, to, table, said}) {
  const [error, setError] = useState(/** @type {any} */ (null));
  useEffect(() => setError(null), [rules, to]);
  const text = async (/** @type {string} */ format, /** @type {string} */ end, /** @type {string} */ type) => {
    const reply = await ask({do: "table", rules, to, format, time: TIME});
    setError(reply.error ?? null);
    if (!reply.error) save(fileName(`${rules} ${to}`, end), reply.text, type);
  };
  // Save the picture as it is shown, with the third number, the length of rows, the colours and the claim.
  const {more} = place.value, placed = table?.cells && shape(table, layerOf(more, table), rowOf(more, table));
  const png = () => {
    const most = largest(table), picture = whole(table, placed, said, colours(table, most, +(more.get("by") ?? 0)), most);
    picture.toBlob(blob => { if (blob) save(fileName(`${rules} ${to}`, "png"), blob, "image/png"); });
  };
  const latex = () => {
    const placed = shape(table, layerOf(more, table), READ), wide = Math.min(READ, placed.width), high = Math.min(READ, placed.height);
    const rows = Array.from({length: high}, (_, y) => Array.from({length: wide}, (_, x) => { const at = placed.index(x, y); return at < 0 ? "" : entry(table, at); }));
    save(fileName(`${rules} ${to}`, "tex"), latexOf(rules, rows, wide));
  };
  const cells = table?.cells;
  return html`<section class="card exports"><h2>${t("Export")}</h2><div class="files">
      ${cells && html`<button type="button" onClick=${png}>PNG ↓</button>`}<button type="button" onClick=${() => text("csv", "csv", "text/csv")}>CSV ↓</button>
      <button type="button" onClick=${() => text("svg", "svg", "image/svg+xml")}>SVG ↓</button>${table?.dims === 1 && html`<button type="button" onClick=${() => text("bfile", "txt", "text/plain")}>b-file ↓</button>`}
      ${cells && html`<button type="button" onClick=${latex}>LaTeX ↓</button>`}</div>
    <div aria-live="polite">${error && html`<p class="mistake">${error.message}</p>`}</div>
    <p><a href=${address("pattern", rules)}>${t("Find the pattern")}</a></p></section>`;
}
