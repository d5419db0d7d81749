// @ts-check
/** Tables: values or outcomes of all positions up to a bound as a picture that is moved and enlarged, and what a claim says of each. */
import {html, signal, useEffect, useMemo, useRef, useState} from "../vendor/preact.js";
import {ask, askTable} from "../ask.js";
import {APART, Canvas, colour, viridis} from "./canvas.js";
import {Mistaken} from "../mistake.js";
import {address, go, place} from "../route.js";
import {fileName, save} from "../save.js";
import {Working, useWork} from "../work.js";
import {lang, t} from "../words.js";

const START = "wythoff";
/** No table takes longer, in seconds. */
const TIME = 60;
/** Last numbers to choose from, by how many numbers a position has. */
const SIZES = [[], [100, 1000, 10000, 100000, 1000000], [30, 100, 300, 1000, 2000, 4095], [10, 20, 40, 80, 150]];
/** Cells of a tile that is painted at once, to a side. */
const TILE = 512;
/** From so many pixels a cell has its number, its mark. */
const NUMBERS = 26, MARKS = 7;
/** More cells than this to a side are not read out, not written as LaTeX. */
const READ = 30;

/** The tables that were asked for last: that of the rules, and that of the claim. @type {{value: any}} */
const held = signal(/** @type {any} */ (null)), overlaid = signal(/** @type {any} */ (null));

export function TableView() {
  const {what, more} = place.value, rules = what || START, claim = more.get("claim") ?? "";
  const [numbers, setNumbers] = useState(/** @type {{rules: string, numbers: number} | null} */ (null));
  useEffect(() => { ask({do: "parse", rules}).then(reply => setNumbers({rules, numbers: reply.numbers ?? 0})); }, [rules]);
  const sizes = SIZES[numbers?.rules === rules ? numbers.numbers : 2] ?? [], to = +(more.get("to") ?? sizes[1] ?? 100);
  const key = `${rules} ${to} ${lang.value}`, known = numbers?.rules === rules;
  const work = useWork(known && (how => read(rules, to, numbers.numbers, how)), reply => { held.value = {key, ...reply}; }, [key, known]);
  const claims = useWork(known && claim && (how => askTable({rules, to, claim, time: TIME}, how)), reply => { overlaid.value = {key: key + claim, ...reply}; }, [key, claim, known]);
  const table = held.value?.key === key ? held.value : null, said = claim && overlaid.value?.key === key + claim ? overlaid.value : null;
  const change = (/** @type {Record<string, any>} */ changes) => go("table", rules, {...Object.fromEntries(more), embed: null, ...changes}, {replace: true});
  return html`<div class="split"><section class="card table-card"><h1 class="spec">${rules}</h1>
      ${(work || claims) && html`<${Working} work=${work ?? claims}/>`}
      ${!work && table?.error && html`<${Mistaken} text=${rules} mistake=${table.error} onMend=${(/** @type {string} */ text) => go("table", text)}/>`}
      ${table?.text !== undefined && html`<pre class="table-text" tabindex="0">${table.text}</pre>`}
      ${table?.cells && html`<${Map2} key=${key} table=${table} said=${said?.cells ? said.cells : null} rules=${rules} more=${more} change=${change}/>`}
    </section><aside class="side">
      <section class="card"><h2>${t("What is shown")}</h2>
        <label class="field" for="to">${t("Up to")}<select id="to" onChange=${(/** @type {any} */ event) => change({to: event.target.value, at: null})}>
          ${[...new Set([...sizes, to])].sort((a, b) => a - b).map(size => html`<option key=${size} value=${size} selected=${size === to}>${size}</option>`)}</select></label>
        <label class="field" for="by">${t("Colours")}<select id="by" onChange=${(/** @type {any} */ event) => change({by: event.target.value})}>
          <option value="" selected=${!more.get("by")}>${t("by value")}</option>${[2, 3, 4, 5, 6, 7, 8].map(k => html`<option key=${k} value=${k} selected=${more.get("by") === String(k)}>${t("by value mod {k}", {k})}</option>`)}</select></label>
        <label class="check"><input type="checkbox" id="marks" checked=${more.get("P") !== "0"} onChange=${(/** @type {any} */ event) => change({P: event.target.checked ? null : "0"})}/> ${t("Mark P-positions")}</label>
      </section>
      <${Claimed} rules=${rules} claim=${claim} said=${said} table=${table} change=${change}/>
      <${Exports} rules=${rules} to=${to} table=${table}/>
    </aside></div>`;
}

/** The table as cells; as text where it has no cells of numbers. @param {string} rules @param {number} to @param {number} numbers @param {any} how */
async function read(rules, to, numbers, how) {
  const cells = await askTable({rules, to, time: TIME}, how);
  if (!cells.error || cells.error.kind !== "unsupported") return cells;
  // Players without values, vertices of graphs, heaps that begin at 1: the command's own words.
  const bound = numbers ? {to: Math.min(to, 200)} : {}, text = await ask({do: "table", rules, ...bound, format: "text", time: TIME}, how);
  return text.error ? cells : text;
}

/** Where the cells of a table stand in the picture. @param {any} table @param {number} layer @param {number} row */
function shape({dims, side, cells}, layer, row) {
  if (dims === 1) return {width: Math.min(row, side), height: Math.ceil(side / row), index: (/** @type {number} */ x, /** @type {number} */ y) => y * row + x < side ? y * row + x : -1,
    numbers: (/** @type {number} */ x, /** @type {number} */ y) => [y * row + x], of: ([n]) => [n % row, Math.floor(n / row)]};
  const deep = dims === 3 ? side : 1;
  void cells;
  return {width: side, height: side, index: (/** @type {number} */ x, /** @type {number} */ y) => (y * side + x) * deep + (dims === 3 ? layer : 0),
    numbers: (/** @type {number} */ x, /** @type {number} */ y) => dims === 3 ? [y, x, layer] : [y, x], of: (/** @type {number[]} */ [a, b]) => [b, a]};
}

const LETTERS = {80: "P", 78: "N", 76: "L", 82: "R", 68: "D"};
/** What stands in a cell. @param {any} table @param {number} at */
const entry = (table, at) => table.values ? String(table.cells[at]) : LETTERS[/** @type {80} */ (table.cells[at])] ?? "?";
/** @param {any} table @param {number} at */
const isP = (table, at) => table.values ? table.cells[at] === 0 : table.cells[at] === 80;

/** @param {{table: any, said: any, rules: string, more: URLSearchParams, change: (changes: any) => void}} props */
function Map2({table, said, rules, more, change}) {
  const view = useRef(/** @type {any} */ (null)), tiles = useRef(new Map());
  const [layer, setLayer] = useState(+(more.get("layer") ?? 0)), row = Math.max(2, +(more.get("row") ?? (table.side > 2000 ? 500 : 50)));
  const placed = useMemo(() => shape(table, layer, row), [table, layer, row]);
  const given = (more.get("at") ?? "").split(",").filter(Boolean).map(Number);
  const [cursor, setCursor] = useState(/** @type {[number, number]} */ (() => {
    const at = given.length ? placed.of(given) : [0, 0];
    return at[0] < placed.width && at[1] < placed.height ? at : [0, 0];
  }));
  const by = +(more.get("by") ?? 0), marks = more.get("P") !== "0", dark = document.documentElement.dataset.theme;
  const version = `${layer} ${row} ${by} ${marks} ${dark} ${!!said} ${cursor} ${table.key}`;
  const painted = `${layer} ${row} ${by} ${dark} ${!!said} ${table.key}`;
  if (tiles.current.painted !== painted) { tiles.current.clear(); tiles.current.painted = painted; }
  const most = useMemo(() => { let most = 1; for (let k = 0; k < table.cells.length; k++) if (table.cells[k] > most) most = table.cells[k]; return most; }, [table]);
  const ink = colours(table, most, by);
  const paint = (/** @type {any} */ context, /** @type {any} */ look, /** @type {[number, number]} */ [wide, high]) => {
    const {x, y, scale} = look, {width, height} = placed;
    context.imageSmoothingEnabled = scale < 1;
    for (let ty = Math.max(0, Math.floor(y / TILE)); ty * TILE < Math.min(height, y + high / scale); ty++) {
      for (let tx = Math.max(0, Math.floor(x / TILE)); tx * TILE < Math.min(width, x + wide / scale); tx++) {
        const name = `${tx} ${ty}`;
        if (!tiles.current.has(name)) tiles.current.set(name, tile(table, placed, said, ink, tx * TILE, ty * TILE));
        const image = tiles.current.get(name);
        context.drawImage(image, (tx * TILE - x) * scale, (ty * TILE - y) * scale, image.width * scale, image.height * scale);
      }
    }
    const [x0, x1, y0, y1] = [Math.max(0, Math.floor(x)), Math.min(width, Math.ceil(x + wide / scale)), Math.max(0, Math.floor(y)), Math.min(height, Math.ceil(y + high / scale))];
    if (scale >= MARKS) {
      const numbered = scale >= NUMBERS && most < 10 ** Math.floor(scale / 8);
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.font = `${Math.min(15, scale / 2.4)}px ui-monospace, monospace`;
      for (let cy = y0; cy < y1; cy++) for (let cx = x0; cx < x1; cx++) {
        const at = placed.index(cx, cy);
        if (at < 0) continue;
        const [mx, my] = [(cx + .5 - x) * scale, (cy + .5 - y) * scale], [r, g, b] = ink(table.cells[at]), light = .299 * r + .587 * g + .114 * b > 150;
        context.fillStyle = context.strokeStyle = light ? "#111" : "#fff";
        if (said) { cross(context, said[at], mx, my, scale); continue; }
        if (marks && isP(table, at)) {
          context.lineWidth = Math.max(1.2, scale / 14);
          context.beginPath();
          context.arc(mx, my, scale * .36, 0, 7);
          context.stroke();
        }
        if (numbered) context.fillText(entry(table, at), mx, my + .5);
      }
    } else if (marks && !said && scale < MARKS) points(context, table, placed, look, [x0, x1, y0, y1]);
    context.strokeStyle = colour("--gold");
    context.lineWidth = 3;
    const edge = Math.max(scale, 7);
    context.strokeRect((cursor[0] + .5 - x) * scale - edge / 2, (cursor[1] + .5 - y) * scale - edge / 2, edge, edge);
  };
  const at = placed.index(...cursor), numbers = placed.numbers(...cursor), spec = `${rules}(${numbers.join(",")})`;
  const play = () => { if (at >= 0) go("play", spec); };
  const where = at < 0 ? "" : `(${numbers.join(", ")}): ${table.values ? `${t("value {value}", {value: entry(table, at)})}, ${isP(table, at) ? "P" : "N"}` : entry(table, at)}${said ? `, ${verdictOf(said[at])}` : ""}`;
  return html`<div class="canvas-box"><${Canvas} width=${placed.width} height=${placed.height} least=${0} most=${64} paint=${paint} version=${version}
      label=${t("Table of {rules}. Arrows move from cell to cell, Enter plays one, + and - enlarge, 0 shows the whole.", {rules})} cursor=${cursor}
      onCursor=${(/** @type {number} */ x, /** @type {number} */ y) => setCursor([x, y])} onEnter=${play} handle=${(/** @type {any} */ own) => { view.current = own; }}/></div>
    <div class="tools-row"><button type="button" aria-label=${t("Enlarge")} onClick=${() => view.current.zoom(1.6)}>+</button><button type="button" aria-label=${t("Reduce")} onClick=${() => view.current.zoom(1 / 1.6)}>−</button>
      <button type="button" onClick=${() => view.current.whole()}>${t("Whole")}</button>
      <p id="readout" class="readout" aria-live="polite">${where}</p>
      <button type="button" id="play-cell" onClick=${play}>${t("Play it")}</button>
      <button type="button" id="keep-cell" onClick=${() => change({at: numbers.join(","), layer: table.dims === 3 ? layer : null})}>${t("Keep in the link")}</button></div>
    ${table.dims === 3 && html`<label class="field" for="layer">${t("The third number: {layer}", {layer})}<input id="layer" type="range" min="0" max=${table.side - 1} value=${layer}
      onInput=${(/** @type {any} */ event) => setLayer(+event.target.value)}/></label>`}
    ${table.dims === 1 && html`<label class="field" for="row">${t("Cells in a row")}<input id="row" type="number" min="2" max="5000" value=${row} onChange=${(/** @type {any} */ event) => change({row: event.target.value || null})}/></label>`}
    <${Legend} table=${table} most=${most} by=${by} ink=${ink} said=${said}/>
    <${Read} table=${table} placed=${placed}/>`;
}

/** How a cell is painted by what stands in it. @param {any} table @param {number} most @param {number} by @returns {(cell: number) => [number, number, number]} */
function colours(table, most, by) {
  if (!table.values) return cell => ({80: [68, 1, 84], 78: [223, 227, 232], 76: [86, 180, 233], 82: [213, 94, 0], 68: [240, 228, 66]})[/** @type {80} */ (cell)] ?? [120, 120, 120];
  if (by) return cell => APART[cell % by];
  // Few large values leave the colours to the others.
  return cell => viridis(Math.sqrt(cell / most));
}

/** @param {any} table @param {any} placed @param {any} said @param {(cell: number) => [number, number, number]} ink @param {number} x @param {number} y */
function tile(table, placed, said, ink, x, y) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(TILE, placed.width - x);
  canvas.height = Math.min(TILE, placed.height - y);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), image = context.createImageData(canvas.width, canvas.height), seen = new Map();
  for (let cy = 0, k = 0; cy < canvas.height; cy++) for (let cx = 0; cx < canvas.width; cx++, k += 4) {
    const at = placed.index(x + cx, y + cy);
    if (at < 0) continue;
    const cell = table.cells[at];
    let tint = seen.get(cell);
    if (!tint) seen.set(cell, tint = ink(cell));
    // Where a claim fails is seen from far; where it holds, what it is about.
    if (said) tint = said[at] === 0 ? [213, 94, 0] : said[at] === 1 ? isP(table, at) ? [0, 95, 115] : [205, 220, 216] : [150, 150, 150];
    image.data.set(tint, k);
    image.data[k + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** P-positions as points where cells are too small for marks of their own. @param {any} context @param {any} table @param {any} placed @param {any} look @param {number[]} seen */
function points(context, table, placed, {x, y, scale}, [x0, x1, y0, y1]) {
  if ((x1 - x0) * (y1 - y0) > 1 << 20) return;
  context.fillStyle = "#fff";
  context.strokeStyle = "#111";
  context.lineWidth = 1;
  const size = Math.max(1.6, scale * .45);
  let left = 20000;
  for (let cy = y0; cy < y1; cy++) for (let cx = x0; cx < x1 && left > 0; cx++) {
    const at = placed.index(cx, cy);
    if (at < 0 || !isP(table, at)) continue;
    left -= 1;
    context.beginPath();
    context.arc((cx + .5 - x) * scale, (cy + .5 - y) * scale, size, 0, 7);
    context.fill();
    context.stroke();
  }
}

/** What a claim says of a cell: a cross where it fails. @param {any} context @param {number} said @param {number} x @param {number} y @param {number} scale */
function cross(context, said, x, y, scale) {
  if (said === 1) return;
  const r = scale * .28;
  context.strokeStyle = "#111";
  context.lineWidth = Math.max(1.5, scale / 12);
  context.beginPath();
  if (said === 0) { context.moveTo(x - r, y - r); context.lineTo(x + r, y + r); context.moveTo(x - r, y + r); context.lineTo(x + r, y - r); }
  else { context.moveTo(x - r, y); context.lineTo(x + r, y); }
  context.stroke();
}

/** @param {number} said */
const verdictOf = said => t(["the claim fails", "the claim holds", "the claim says nothing", "it asks beyond the table"][said]);

/** @param {{table: any, most: number, by: number, ink: any, said: any}} props */
function Legend({table, most, by, ink, said}) {
  const swatch = (/** @type {any} */ tint, /** @type {any} */ name) => html`<span key=${name}><svg width="14" height="14" aria-hidden="true"><rect width="14" height="14" rx="3" fill="rgb(${tint.join(",")})"/></svg> ${name}</span>`;
  if (said) return html`<p class="legend">${swatch([0, 95, 115], t("P, and the claim holds"))}${swatch([205, 220, 216], t("the claim holds"))}${swatch([213, 94, 0], "✕ " + t("the claim fails"))}${swatch([150, 150, 150], t("the claim says nothing"))}</p>`;
  if (!table.values) return html`<p class="legend">${Object.entries(LETTERS).map(([code, name]) => swatch(ink(+code), name))}</p>`;
  const shown = by ? [...Array(by).keys()] : [...new Set([0, 1, 2, 4, 8, 16, 64, 256, 1024, 4096].filter(v => v < most).concat(most))];
  return html`<p class="legend">${shown.map(v => swatch(ink(v), by ? `${v} mod ${by}` : v))}</p>`;
}

/** The first cells for those who read them. @param {{table: any, placed: any}} props */
function Read({table, placed}) {
  const [open, setOpen] = useState(false), wide = Math.min(READ, placed.width), high = Math.min(READ, placed.height);
  return html`<details class="reading" onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${t("As a table")}</summary>
    ${open && html`<div class="scroll" tabindex="0" role="group" aria-label=${t("As a table")}><table class="grid"><tbody>${[...Array(high).keys()].map(y => html`<tr key=${y}><th scope="row">${placed.numbers(0, y)[0]}</th>${[...Array(wide).keys()].map(x => {
      const at = placed.index(x, y);
      return html`<td key=${x} class=${at >= 0 && isP(table, at) ? "p" : ""}>${at < 0 ? "" : entry(table, at)}</td>`;
    })}</tr>`)}</tbody></table></div>`}</details>`;
}

/** A claim of one's own, position by position. @param {{rules: string, claim: string, said: any, table: any, change: (changes: any) => void}} props */
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
      <label class="field" for="claim">${t("Lay a claim over it")}<input id="claim" value=${text} spellcheck="false" autocapitalize="off" autocomplete="off" placeholder="P iff a == b" onInput=${(/** @type {any} */ event) => setText(event.target.value)}/></label>
      <div class="files"><button class="primary" id="overlay">${t("Compare")}</button>${claim && html`<button type="button" onClick=${() => change({claim: null})}>${t("Take away")}</button>
        <a class="button" href=${address("pattern", rules, {claim})}>${t("Prove or refute")}</a>`}</div></form>
    ${said?.error && html`<${Mistaken} text=${claim} mistake=${said.error} onMend=${(/** @type {string} */ mended) => change({claim: mended})}/>`}
    ${counts && html`<p class="compared" aria-live="polite" data-fails=${counts.fails}>${counts.fails === 0 ? t("It holds at all {all} positions, but for {silent} of which it says nothing.", {all: counts.all, silent: counts.silent})
      : html`${t("It fails at {fails} of {all} positions, first at", {fails: counts.fails, all: counts.all})} <a href=${address("play", `${rules}(${at(counts.first).join(",")})`)}>(${at(counts.first).join(", ")})</a>`}</p>`}</section>`;
}

/** @param {{rules: string, to: number, table: any}} props */
function Exports({rules, to, table}) {
  const [error, setError] = useState(/** @type {any} */ (null));
  useEffect(() => setError(null), [rules, to]);
  const text = async (/** @type {string} */ format, /** @type {string} */ end, /** @type {string} */ type) => {
    const reply = await ask({do: "table", rules, to, format, time: TIME});
    setError(reply.error ?? null);
    if (!reply.error) save(fileName(`${rules} ${to}`, end), reply.text, type);
  };
  const png = () => {
    const placed = shape(table, 0, table.side > 2000 ? 500 : 50), factor = Math.max(1, Math.floor(1024 / Math.max(placed.width, placed.height)));
    let most = 1;
    for (let k = 0; k < table.cells.length; k++) if (table.cells[k] > most) most = table.cells[k];
    const ink = colours(table, most, +(place.value.more.get("by") ?? 0)), whole = document.createElement("canvas");
    [whole.width, whole.height] = [placed.width * factor, placed.height * factor];
    const context = /** @type {CanvasRenderingContext2D} */ (whole.getContext("2d"));
    context.imageSmoothingEnabled = false;
    for (let y = 0; y < placed.height; y += TILE) for (let x = 0; x < placed.width; x += TILE) {
      const image = tile(table, placed, null, ink, x, y);
      context.drawImage(image, x * factor, y * factor, image.width * factor, image.height * factor);
    }
    whole.toBlob(blob => { if (blob) save(fileName(`${rules} ${to}`, "png"), blob, "image/png"); });
  };
  const latex = () => {
    const placed = shape(table, 0, 30), wide = Math.min(READ, placed.width), high = Math.min(READ, placed.height);
    const rows = Array.from({length: high}, (_, y) => Array.from({length: wide}, (_, x) => { const at = placed.index(x, y); return at < 0 ? "" : entry(table, at); }).join(" & ") + " \\\\");
    save(fileName(`${rules} ${to}`, "tex"), `% ${rules.replace(/\s+/g, " ")}\n\\begin{array}{${"r".repeat(wide)}}\n${rows.join("\n")}\n\\end{array}\n`);
  };
  const cells = table?.cells;
  return html`<section class="card exports"><h2>${t("Take along")}</h2><div class="files">
      ${cells && html`<button type="button" onClick=${png}>PNG ↓</button>`}<button type="button" onClick=${() => text("csv", "csv", "text/csv")}>CSV ↓</button>
      <button type="button" onClick=${() => text("svg", "svg", "image/svg+xml")}>SVG ↓</button><button type="button" onClick=${() => text("bfile", "txt", "text/plain")}>b-file ↓</button>
      ${cells && html`<button type="button" onClick=${latex}>LaTeX ↓</button>`}</div>
    <div aria-live="polite">${error && html`<p class="mistake">${error.message}</p>`}</div>
    <p><a href=${address("pattern", rules)}>${t("Find the pattern")}</a></p></section>`;
}
