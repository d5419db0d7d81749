// @ts-check
/** Learn: the tutorial as a course. Each lesson has a position to play, the text, the proof, and exercises that the engine checks. */
import {html, signal, useEffect, useState} from "../vendor/preact.js";
import {lesson} from "../board.js";
import {Exercise} from "../learn/exercise.js";
import {LESSONS} from "../learn/lessons.js";
import {Prose, sections} from "../learn/prose.js";
import {address, place} from "../route.js";
import {lang, t} from "../words.js";
import {PlayView} from "./play.js";

/** The solved exercises by lesson, which the browser saves if it saves anything.
 *  @type {{value: Record<string, number[]>, peek: () => Record<string, number[]>}} */
const progress = signal(/** @type {Record<string, number[]>} */ ((() => {
  try { return JSON.parse(localStorage.getItem("learned") ?? "{}") ?? {}; } catch { return {}; }
})()));
/** @param {number} n @param {number} task */
function done(n, task) {
  const before = progress.peek()[n] ?? [];
  if (before.includes(task)) return;
  progress.value = {...progress.peek(), [n]: [...before, task]};
  try { localStorage.setItem("learned", JSON.stringify(progress.peek())); } catch { /* the progress is not saved */ }
}
/** @param {import("../learn/lessons.js").Lesson} lesson */
const isDone = ({n, tasks}) => tasks.every((_, k) => progress.value[n]?.includes(k));

/** The address of a lesson; its answer is hidden until the reader has tried. @param {import("../learn/lessons.js").Lesson} lesson */
const lessonAt = ({n}) => address("learn", String(n), {hidden: "1"});

export function LearnView() {
  const [docs, setDocs] = useState(/** @type {any} */ (null)), [wrong, setWrong] = useState(""), {what} = place.value, language = lang.value;
  const one = LESSONS.find(({n}) => String(n) === what);
  useEffect(() => {
    let gone = false;
    Promise.all([sections("tutorial"), sections("theory")]).then(([tutorial, theory]) => { if (!gone) setDocs({language, tutorial, theory}); }, error => setWrong(String(error)));
    return () => { gone = true; };
  }, [language]);
  if (wrong) return html`<p class="card mistake" role="alert">${wrong}</p>`;
  if (!docs) return html`<p class="quiet pad" aria-busy="true">…</p>`;
  // Show the texts of the previous language until those of the new one arrive.
  const isLate = docs.language !== language;
  return one ? html`<${Lesson} key=${one.n} one=${one} docs=${docs} isLate=${isLate}/>` : html`<${Course} docs=${docs} isLate=${isLate}/>`;
}

/** @param {any} docs @param {number} n */
const chapter = (docs, n) => docs.tutorial.find((/** @type {any} */ {number}) => number === n) ?? {title: "", lines: []};

/** The list of all lessons. @param {{docs: any, isLate: boolean}} props */
function Course({docs, isLate}) {
  const first = LESSONS.find(lesson => !isDone(lesson)) ?? LESSONS[0], words = docs.tutorial[0];
  return html`<section class="hero" aria-busy=${isLate}><h1>${t("From taking stones to proofs")}</h1>
      <p>${t("{n} lessons. In each one, play a position, read the explanation and the proof, and do the exercises. The engine checks your answers; your browser saves your progress.", {n: LESSONS.length})}</p>
      <p><a class="button primary" id="go-on" href=${lessonAt(first)}>${t(Object.keys(progress.value).length ? "Continue" : "Start")}</a></p></section>
    <ol class="lessons">${LESSONS.map(lesson => html`<li key=${lesson.n}><a class="card" href=${lessonAt(lesson)}>
      <b>${lesson.n}. ${chapter(docs, lesson.n).title}</b><span class=${isDone(lesson) ? "good-line" : "quiet"}>${isDone(lesson) ? `✓ ${t("done")}`
        : t("{k} of {n} exercises", {k: progress.value[lesson.n]?.length ?? 0, n: lesson.tasks.length})}</span></a></li>`)}</ol>
    <details class="card"><summary>${words.title}</summary><${Prose} lines=${words.lines}/></details>`;
}

/** @param {{one: import("../learn/lessons.js").Lesson, docs: any, isLate: boolean}} props */
function Lesson({one, docs, isLate}) {
  const {n, play, proofs, tasks} = one, text = chapter(docs, n), [proof, setProof] = useState(""), [copied, setCopied] = useState(false);
  useEffect(() => {
    lesson.value = play;
    scrollTo(0, 0);
    return () => { lesson.value = ""; };
  }, [n]);
  const shown = docs.theory.filter((/** @type {any} */ {number}) => proofs.includes(number)), extra = docs.theory.filter((/** @type {any} */ section) => section.slug === proof && !shown.includes(section));
  const open = (/** @type {string} */ slug) => {
    setProof(slug);
    setTimeout(() => { const element = document.getElementById(`proof-${slug}`); if (element) { element.setAttribute("open", ""); element.scrollIntoView(); } });
  };
  const link = `${location.href.split("#")[0]}${lessonAt(one)}`;
  const share = async () => { await navigator.clipboard?.writeText(link); setCopied(true); setTimeout(() => setCopied(false), 1500); };
  const [before, after] = [LESSONS[LESSONS.indexOf(one) - 1], LESSONS[LESSONS.indexOf(one) + 1]];
  return html`<nav class="bar lesson-nav" aria-label=${t("Lessons")}><a class="button" href=${address("learn")}>${t("All lessons")}</a><span class="grow"></span>
      ${navigator.clipboard && html`<button id="teacher" title=${link} onClick=${share}>${t(copied ? "Copied" : "Copy link with the answer hidden")}</button>`}</nav>
    <h1 class="lesson-title">${n}. ${text.title}</h1>
    <${PlayView} lesson=${true}/>
    <section class="card" aria-busy=${isLate}><${Prose} lines=${text.lines} onProof=${open}/></section>
    ${[...shown, ...extra].map(section => html`<details class="card proof" id=${`proof-${section.slug}`} key=${section.slug}><summary>${t("Proof: {title}", {title: section.title})}</summary><${Prose} lines=${section.lines} onProof=${open}/></details>`)}
    <h2 class="section">${t("Exercises")}</h2>
    <div class="exercises">${tasks.map((task, k) => html`<${Exercise} key=${`${n}-${k}`} task=${task} number=${k + 1} done=${!!progress.value[n]?.includes(k)} onDone=${() => done(n, k)}/>`)}</div>
    <nav class="bar" aria-label=${t("Other lessons")}>${before && html`<a class="button" href=${lessonAt(before)}>← ${before.n}. ${chapter(docs, before.n).title}</a>`}<span class="grow"></span>
      ${after && html`<a class="button ${isDone(one) ? "primary" : ""}" id="next-lesson" href=${lessonAt(after)}>${after.n}. ${chapter(docs, after.n).title} →</a>`}</nav>`;
}
