// @ts-check
/** Shows the tutorial and the theory in the page. This file reads the Markdown that they use; their text is never inserted as HTML. */
import {html} from "../vendor/preact.js";
import {lang} from "../words.js";
import {Transcript} from "./transcript.js";

/** A section of a document; its number is 0 if its heading has none. @typedef {{title: string, number: number, lines: string[], slug: string}} Section */

/** @type {Map<string, Promise<Section[]>>} */
const read = new Map();
/** The sections of a document in the reader's language. @param {"tutorial" | "theory"} name @returns {Promise<Section[]>} */
export function sections(name) {
  const file = `../docs/${name}${lang.value === "zh" ? ".zh-CN" : ""}.md`;
  const known = read.get(file) ?? fetch(new URL(file, import.meta.url)).then(async reply => {
    if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
    return apart(await reply.text());
  });
  known.catch(() => read.delete(file));
  read.set(file, known);
  return known;
}

/** The name of a heading in the links of these documents. @param {string} title */
export const slugOf = title => title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

/** @param {string} text @returns {Section[]} */
function apart(text) {
  /** @type {Section[]} */
  const found = [];
  let fenced = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    const heading = !fenced && /^## (?:(\d+)\. )?(.*)$/.exec(line);
    if (heading) found.push({title: heading[2], number: Number(heading[1] ?? 0), lines: [], slug: slugOf(line.slice(3))});
    else found[found.length - 1]?.lines.push(line);
  }
  return found;
}

/** Lines of a section as elements. @param {{lines: string[], onProof?: (slug: string) => void}} props */
export function Prose({lines, onProof}) {
  const blocks = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (!line.trim() || line.startsWith("<!--")) { at++; continue; }
    const from = at;
    const take = (/** @type {(line: string) => boolean} */ belongs) => { while (at < lines.length && belongs(lines[at])) at++; return lines.slice(from, at); };
    if (line.startsWith("```")) {
      at++;
      const inner = take(line => !line.startsWith("```"));
      at++;
      blocks.push(html`<${Transcript} key=${from} lines=${inner.slice(1)}/>`);
    } else if (/^#{3,} /.test(line)) {
      at++;
      blocks.push(html`<h3 key=${from}>${spans(line.replace(/^#+ /, ""), onProof)}</h3>`);
    } else if (line.startsWith("|")) {
      const rows = take(line => line.startsWith("|")).filter(row => !/^\|[\s:|-]+\|$/.test(row)).map(cellsOf);
      blocks.push(html`<div class="scroll" tabindex="0" key=${from}><table><thead><tr>${rows[0].map((cell, k) => html`<th key=${k} scope="col">${spans(cell, onProof)}</th>`)}</tr></thead>
        <tbody>${rows.slice(1).map((row, r) => html`<tr key=${r}>${row.map((cell, k) => html`<td key=${k}>${spans(cell, onProof)}</td>`)}</tr>`)}</tbody></table></div>`);
    } else if (/^(- |\d+\. )/.test(line)) {
      const all = take(line => /^(- |\d+\. |\s+\S)/.test(line)), items = [];
      for (const one of all) if (/^(- |\d+\. )/.test(one)) items.push(one.replace(/^(- |\d+\. )/, "")); else items[items.length - 1] += " " + one.trim();
      const list = items.map((item, k) => html`<li key=${k}>${spans(item, onProof)}</li>`);
      blocks.push(/^\d/.test(line) ? html`<ol key=${from}>${list}</ol>` : html`<ul key=${from}>${list}</ul>`);
    } else {
      // A paragraph ends where anything else begins.
      at++;
      while (at < lines.length && lines[at].trim() && !/^(```|\||- |#{3,} |<!--)/.test(lines[at])) at++;
      blocks.push(html`<p key=${from}>${spans(joined(lines.slice(from, at)), onProof)}</p>`);
    }
  }
  return html`<div class="prose">${blocks}</div>`;
}
/** Joins the lines of a paragraph, without a space between two Chinese characters. @param {string[]} lines */
const joined = lines => lines.join("\n").replace(/(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, "").replace(/\n/g, " ");
/** The cells of a row; a bar after `\` is part of a cell. @param {string} row */
const cellsOf = row => row.slice(1, -1).split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll("\\|", "|"));

/** Converts inline Markdown: code, strong and emphasized words, links and pictures. @param {string} text @param {((slug: string) => void)} [onProof] @returns {any[]} */
function spans(text, onProof) {
  const out = [], mark = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*?)\*|!\[([^\]]*)\]\(([^)\s]+)\)|\[([^\]]+)\]\(([^)\s]+)\)/g;
  let from = 0;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    const [whole, code, strong, stressed, picture, source, words, to] = match;
    if (match.index > from) out.push(text.slice(from, match.index));
    from = match.index + whole.length;
    const proof = to && /^theory(?:\.zh-CN)?\.md#(.+)$/.exec(to)?.[1];
    if (code) out.push(html`<code>${code}</code>`);
    else if (strong) out.push(html`<b>${spans(strong, onProof)}</b>`);
    else if (stressed) out.push(html`<em>${spans(stressed, onProof)}</em>`);
    else if (source) out.push(/^figures\/[\w-]+\.svg$/.test(source) ? html`<span class="figure" tabindex="0" role="group" aria-label=${picture}><img alt=${picture} src=${new URL(`../docs/${source}`, import.meta.url).href}/></span>` : picture);
    else if (proof && onProof) out.push(html`<button type="button" class="link" onClick=${() => onProof(decodeURIComponent(proof))}>${words}</button>`);
    else out.push(/^https:/.test(to) ? html`<a href=${to} rel="noopener">${words}</a>` : words);
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}
