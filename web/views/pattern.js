// @ts-check
/** Patterns: the findings about a game, proved or not; the reader's own claim with its verdict; a check of
 *  certificates. */
import {html, signal, useEffect, useRef, useState} from "../vendor/preact.js";
import {ask} from "../ask.js";
import {Mistaken} from "../mistake.js";
import {address, go, place} from "../route.js";
import {fileName, save} from "../save.js";
import {Working, useWork} from "../work.js";
import {lang, t} from "../words.js";

const START = "take[1,3,4]";
/** The time limit of a search in seconds. */
const TIME = 60;

/** The findings, with the key of their request. @type {{value: {key: string, reply: any} | null}} */
const found = signal(/** @type {any} */ (null));
/** The verdict on the claim, with the key of its request. @type {{value: {key: string, reply: any} | null}} */
const judged = signal(/** @type {any} */ (null));

export function PatternView() {
  const {what, more} = place.value, rules = what || START, claim = more.get("claim") ?? "", key = `${rules} ${lang.value}`;
  const work = useWork(how => ask({do: "find", rules, files: true, time: TIME}, how), reply => { found.value = {key, reply}; }, [key]);
  const reply = found.value?.key === key ? found.value.reply : null;
  const findings = reply && !reply.error ? [reply].flat() : [];
  return html`<div class="split"><div class="main-column">
      <section class="card finding" aria-busy=${!work && !reply}><h1 class="spec">${rules}</h1>
        ${work && html`<${Working} work=${work}/>`}
        ${!work && reply?.error && html`<${Mistaken} text=${rules} mistake=${reply.error} onMend=${(/** @type {string} */ text) => go("pattern", text)}/>`}</section>
      ${findings.map((finding, k) => html`<${Finding} key=${k} finding=${finding}/>`)}
      <${Claim} rules=${rules} claim=${claim}/>
    </div><aside class="side"><${Certificate}/></aside></div>`;
}

/** A finding about outcomes or values; a proof looks different from a conjecture. @param {{finding: any}} props */
function Finding({finding}) {
  const {status, of, formula, family, method, checked_to, told = []} = finding;
  const about = {outcome: t("Who wins"), grundy: t("Values"), loser: t("Who loses")}[/** @type {"outcome"} */ (of)] ?? of;
  return html`<section class="card finding" data-status=${status}><header><h2>${about}</h2>${chip(status)}</header>
    ${formula || family ? html`<p class="formula">${formula ?? family?.formula}</p>` : html`<p>${t("No pattern was found.")}</p>`}
    ${told.length > 0 && html`<ul>${told.map((/** @type {string} */ line) => html`<li key=${line}>${line}</li>`)}</ul>`}
    <p class="quiet">${method}</p>
    ${status !== "none" && html`<p class="quiet">${t("Compared with all positions up to {checked_to}.", {checked_to})}</p>`}
    <${Files} name=${`${finding.rules} ${of}`} files=${finding.files} proved=${status === "proved"}/></section>`;
}

const PROGRAMS = {python: ["Python", "py"], cpp: ["C++", "cpp"], rust: ["Rust", "rs"]};

/** The files of a finding, to view and to save: its picture, the certificates of its proof, programs.
 *  @param {{name: string, files: any, proved: boolean}} props */
function Files({name, files, proved}) {
  const {certificates = [], svg, code} = files ?? {}, [shown, setShown] = useState("");
  if (!svg && !certificates.length && !code) return null;
  return html`${svg && html`<${Picture} svg=${svg} name=${name}/>`}
    <div class="files">${certificates.map((/** @type {string} */ text, /** @type {number} */ k) => html`<button type="button" class="certificate-file" key=${k}
        onClick=${() => save(fileName(name + (k ? ` ${k + 1}` : ""), "cert"), text)}>${t(proved ? "Certificate" : "Partial certificate")}${certificates.length > 1 ? ` ${k + 1}` : ""} ↓</button>`)}
      ${svg && html`<button type="button" onClick=${() => save(fileName(name, "svg"), svg, "image/svg+xml")}>SVG ↓</button>`}
      ${code && Object.entries(PROGRAMS).map(([id, [title]]) => html`<button type="button" key=${id} aria-expanded=${shown === id}
        onClick=${() => setShown(shown === id ? "" : id)}>${title}</button>`)}</div>
    ${code && shown && html`<pre class="program" tabindex="0" aria-label=${PROGRAMS[/** @type {"rust"} */ (shown)][0]}>${code[shown]}</pre>
      <div class="files"><button type="button" onClick=${() => navigator.clipboard?.writeText(code[shown])}>${t("Copy")}</button>
        <button type="button" onClick=${() => save(fileName(name, PROGRAMS[/** @type {"rust"} */ (shown)][1]), code[shown])}>${t("Save")} ↓</button></div>`}`;
}

/** A picture from the engine in the colours of the page, without its own style sheet.
 *  @param {{svg: string, name: string}} props */
function Picture({svg, name}) {
  const box = useRef(/** @type {any} */ (null));
  useEffect(() => { box.current.innerHTML = svg.replace(/<style>.*?<\/style>/s, ""); }, [svg]);
  return html`<div class="picture" ref=${box} tabindex="0" role="group" aria-label=${name}></div>`;
}

/** @param {string} status */
const chip = status => ({
  proved: html`<span class="chip good">✓ ${t("proved")}</span>`,
  conjecture: html`<span class="chip open">? ${t("conjecture, not proved")}</span>`,
  refuted: html`<span class="chip open">✗ ${t("refuted")}</span>`,
  none: html`<span class="chip">${t("none found")}</span>`,
})[status];

/** The reader's own claim, which is part of the address. @param {{rules: string, claim: string}} props */
function Claim({rules, claim}) {
  const [text, setText] = useState(claim), key = `${rules} ${claim} ${lang.value}`;
  useEffect(() => { setText(claim); }, [claim, rules]);
  const work = useWork(claim && (how => ask({do: "prove", rules, claim, files: true, time: TIME}, how)), reply => { judged.value = {key, reply}; }, [key]);
  const reply = claim && judged.value?.key === key ? judged.value.reply : null;
  const submit = (/** @type {any} */ event) => { event.preventDefault(); go("pattern", rules, {claim: text.trim() || null}); };
  return html`<section class="card finding claim" aria-busy=${!!claim && !work && !reply}><form onSubmit=${submit}><label class="field" for="claim">${t("Your own claim about all positions")}
      <input id="claim" value=${text} spellcheck="false" autocapitalize="off" autocomplete="off" placeholder="P iff n % 5 == 0"
        onInput=${(/** @type {any} */ event) => setText(event.target.value)}/></label><button class="primary" id="prove">${t("Prove or refute")}</button></form>
    ${work && html`<${Working} work=${work}/>`}
    ${!work && reply && (reply.error ? html`<${Mistaken} text=${claim} mistake=${reply.error} onMend=${(/** @type {string} */ mended) => go("pattern", rules, {claim: mended})}/>`
      : html`<${Verdict} rules=${rules} reply=${reply}/>`)}</section>`;
}

/** @param {{rules: string, reply: any}} props */
function Verdict({rules, reply}) {
  const {status, counterexample, names = [], position, least, method, tried = [], told = [], silent, formula, files} = reply, at = counterexample ?? [];
  return html`<div class="verdict-of-claim" data-status=${status} aria-live="polite"><p>${chip(status)}</p>
    ${status === "refuted" && at.length > 0 && html`<p>${t("It fails at {place}.", {place: at.map((/** @type {any} */ x, /** @type {number} */ k) => `${names[k]} = ${x}`).join(", ")})}
      ${!least && html` <span class="quiet">${t("There may be smaller numbers for which it fails.")}</span>`}
      ${position && html` <a href=${address("play", position)}>${t("Play it")}</a>`}</p>`}
    ${told.length > 0 && html`<ul>${told.map((/** @type {string} */ line) => html`<li key=${line}>${line}</li>`)}</ul>`}
    ${method && html`<p class="quiet">${method}</p>`}
    ${tried.map((/** @type {string} */ line) => html`<p class="quiet" key=${line}>${t("Tried: {line}", {line})}</p>`)}
    <${Files} name=${`${rules} ${formula}`} files=${files} proved=${true}/>
    ${silent && html`<p class="quiet">${t("It says nothing about some positions, such as {places}.", {places: silent.first.slice(0, 3).map((/** @type {any[]} */ one) => `(${one.join(",")})`).join(", ")})}</p>`}</div>`;
}

/** Checks a certificate that the reader chooses as a file, drops or pastes. */
function Certificate() {
  const [reply, setReply] = useState(/** @type {any} */ (null)), [over, setOver] = useState(false), [isBusy, setBusy] = useState(false);
  const last = useRef(0);
  const check = async (/** @type {string} */ certificate) => {
    const own = ++last.current;
    setBusy(true);
    const reply = await ask({do: "verify", certificate, time: TIME});
    // Another certificate may have been chosen in the meantime.
    if (own !== last.current) return;
    setReply(reply);
    setBusy(false);
  };
  const take = async (/** @type {File | undefined} */ file) => { if (file) await check(await file.text()); };
  const drop = (/** @type {any} */ event) => { event.preventDefault(); setOver(false); take(event.dataTransfer?.files?.[0]); };
  return html`<section class="card certificate ${over ? "over" : ""}" aria-busy=${isBusy} onDragOver=${(/** @type {any} */ event) => { event.preventDefault(); setOver(true); }}
      onDragLeave=${() => setOver(false)} onDrop=${drop}><h2>${t("Check a certificate")}</h2>
    <p class="quiet">${t("A certificate is a proof in a file, from the command line or from somebody else. A small program checks it here on your device.")}</p>
    <label class="field" for="certificate">${t("Choose a file, or drop it here")}<input id="certificate" type="file" accept=".cert,.json,text/plain"
      onChange=${(/** @type {any} */ event) => take(event.target.files?.[0])}/></label>
    <div aria-live="polite">${reply && (reply.error ? html`<p class="mistake" role="alert">${reply.error.message}</p>`
      : html`<p><span class="chip good">✓ ${t("verified")}</span></p><p>${reply.statement}</p>`)}</div></section>`;
}
