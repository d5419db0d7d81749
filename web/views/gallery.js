// @ts-check
/** The gallery: every game of the registry with a picture of its example, to be played at once. */
import {html, signal, useEffect, useState} from "../vendor/preact.js";
import {ask, isServed} from "../ask.js";
import {Mini} from "../boards/mini.js";
import {cards, hasCards} from "../games.js";
import {GAME, address} from "../route.js";
import {t} from "../words.js";

/** The pictures of positions that have arrived. @type {{value: Record<string, any[]>}} */
const pictures = signal(/** @type {Record<string, any[]>} */ ({}));
/** Other starting points: the view, its text, its settings, a title and a description. */
const TOURS = [
  ["table", "wythoff", "to=500", "A quarter of a million values", "Wythoff's game as a picture: where does the regular pattern end?"],
  ["pattern", "rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }", "", "A pattern, proved", "An automaton that reads Zeckendorf digits decides who wins."],
  ["sequence", "kayles", "to=1000", "The Kayles sequence", "The values repeat. From where on, and how do we know?"],
  ["steps", "nim(1,2)", "", "Backwards from the end", "Position by position: the options, the least missing number, and who wins."],
];

/** The classes of games, with the labels of their buttons. @type {[string, string][]} */
const KINDS = [["", "All"], ["impartial", "Impartial"], ["partizan", "Partizan"], ["scoring", "Scoring"], ["multiplayer", "Several players"]];
/** Whether every word occurs in the names, the title or the rules of a game. @param {any} card @param {string} words */
function matches({name, aliases, title, rules}, words) {
  const text = [name, ...aliases, title, rules].join(" ").toLowerCase().replaceAll("_", " ");
  return words.toLowerCase().replaceAll("_", " ").split(/\s+/).every(word => text.includes(word));
}

export function GalleryView() {
  const all = cards.value, [words, setWords] = useState(""), [kind, setKind] = useState("");
  const found = all.filter(card => (!kind || card.kind === kind) && matches(card, words.trim()));
  useEffect(() => {
    let gone = false;
    (async () => {
      for (const {example} of all) {
        if (gone || pictures.peek()[example]) continue;
        const {pieces = []} = await ask({do: "board", spec: example, time: 1});
        pictures.value = {...pictures.peek(), [example]: pieces.map((/** @type {any} */ {picture}) => picture)};
      }
    })();
    return () => { gone = true; };
  }, [all.length]);
  return html`<section class="hero"><h1>${t("Who wins, by which moves, and why?")}</h1>
      <p>${t(isServed ? "Type a position above, or start with one of these. Everything is computed by the program that serves this page."
        : "Type a position above, or start with one of these. Everything is computed on your own device.")}</p></section>
    <ul class="gallery tours">${TOURS.map(([view, what, more, title, about]) => html`<li key=${view}>
      <a class="card" href=${address(view, what, Object.fromEntries(new URLSearchParams(more)))}><h2>${t(title)}</h2><p>${t(about)}</p></a></li>`)}</ul>
    <h2 class="section">${t("Games")}</h2>
    <div class="bar filter"><input type="search" id="search" value=${words} placeholder=${t("Search the games")} aria-label=${t("Search the games")} onInput=${(/** @type {any} */ e) => setWords(e.target.value)}/>
      ${KINDS.map(([id, label]) => html`<button key=${id} aria-pressed=${kind === id} onClick=${() => setKind(id)}>${t(label)}</button>`)}</div>
    <p class="quiet" role="status">${t("{n} of {all} games", {n: found.length, all: all.length})}</p>
    <ul class="gallery" aria-busy=${!hasCards.value}>${found.map(card => html`<li key=${card.name}><a class="card" href=${address("play", card.example, GAME)}>
      <${Mini} pictures=${pictures.value[card.example] ?? []} words=${card.example}/><h3>${card.title}</h3><p>${card.rules}</p></a></li>`)}</ul>`;
}
