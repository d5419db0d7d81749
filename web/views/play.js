// @ts-check
/** Play: the board, who wins and why, and the play so far. */
import {html, useEffect, useState} from "../vendor/preact.js";
import {aim, anew, answer, back, begin, best, board, boards, busy, choice, firstCell, hidden, hint, isAnswerPending, isMachines, movesIn, movesOfMover, play, playTyped, quality, set,
  strength, takeOver, turn, undo, worded, wrong} from "../board.js";
import {signed} from "../boards/acts.js";
import {falls} from "../boards/drawing.js";
import {BoardEditor} from "../boards/grid.js";
import {Piece} from "../boards/piece.js";
import {cards, hasCards, isSum, rulesOf} from "../games.js";
import {Mistaken} from "../mistake.js";
import {address, go, place} from "../route.js";
import {t} from "../words.js";

/** The name of a player. @param {any} board @param {number} player */
const named = ({kind}, player) => kind === "partizan" ? t(player === 1 ? "Left" : "Right") : t("Player {n}", {n: player});

/** Who wins, in one line, and the mark with the same meaning.
 *  @param {any} board @returns {["win" | "loss" | "draw" | "", string]} */
function verdict(board) {
  const {kind, result, mover} = board, who = named(board, mover);
  if (result === null) return ["", t("Not solved within the limits")];
  if (kind === "scoring") return [result > 0 ? "win" : result < 0 ? "loss" : "draw", t("Net score of {who} from here: {n}", {who, n: signed(result)})];
  if (kind === "multiplayer") return [result === mover ? "loss" : "win", t("{who} loses with best play", {who: named(board, result)})];
  if (result === "draw") return ["draw", t("A draw: neither player can force a win")];
  if (kind === "partizan") return [result, t(result === "win" ? "{who}, to move, wins" : "{who}, to move, loses", {who})];
  return [result, t(result === "win" ? "The player to move wins" : "The player to move loses")];
}
/** @param {any} board */
const valueOf = ({value}) => value === null ? "" : value.replace("*", "∗");

/** The maximum length of a value next to the verdict; longer values are shown further below. */
const SHORT = 12;

/** @param {{quality: string}} props */
const Mark = ({quality}) => quality ? html`<span class="mark ${quality}" aria-hidden="true"></span>` : null;

/** @param {{lesson?: boolean}} props whether the view is part of a lesson, in which the position cannot be edited */
export function PlayView({lesson = false}) {
  useEffect(() => {
    const key = (/** @type {any} */ e) => {
      if (e.target.closest("input,textarea,select") || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "u") undo();
      if (e.key === "v") set({hidden: hidden.peek() ? null : "1"});
      if (e.key === "h" && hidden.peek()) document.getElementById("hint")?.click();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  const here = board.value, mistake = wrong.value;
  if (!here) return mistake ? html`<section class="card"><${Mistaken} text=${mistake.text} mistake=${mistake.mistake}
    onMend=${(/** @type {string} */ text) => go("play", text)}/></section>` : html`<p class="quiet pad" aria-busy="true">…</p>`;
  return html`<div class="play" data-mover=${here.mover}>
    <section class="card board" aria-label=${t("Board")} aria-busy=${busy.value}>
      <${Band} here=${here}/>
      ${draws() ? html`<${Drawn} spec=${here.spec}/><p class="bar"><button id="draw-done" class="primary" onClick=${() => set({draw: null})}>${t("Play it")}</button>
        <span class="grow"></span><${Shown}/></p>` : html`<div class="pieces">${here.pieces.map((piece, k) => html`<${Piece} key=${k} piece=${piece}/>`)}
        ${here.pieces_total > here.pieces.length && html`<p class="quiet">${t("… and {n} more", {n: here.pieces_total - here.pieces.length})}</p>`}</div>
      <${Told} here=${here}/>
      <${Bar} here=${here}/>`}
    </section>
    <aside class="side" aria-busy=${isAnswerPending.value}>
      ${mistake && html`<section class="card"><${Mistaken} text=${mistake.text} mistake=${mistake.mistake}/></section>`}
      <${Verdict} here=${here}/>
      <${Why}/>
      <${Worth} here=${here}/>
      <${Played} here=${here}/>
      ${!lesson && html`<${Edit} here=${here}/>`}
    </aside></div>`;
}

/** Whether the drawing board is shown. */
const draws = () => place.value.view === "play" && place.value.more.get("draw") === "1";

/** The drawing board, which is loaded on demand. @param {{spec: string}} props */
function Drawn({spec}) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => { import("../boards/editor.js").then(({Editor}) => setFound(() => Editor), error => setFound(() => () => html`<p class="mistake" role="alert">${String(error)}</p>`)); }, []);
  return found ? html`<${found} spec=${spec}/>` : html`<p class="quiet pad" aria-busy="true">…</p>`;
}

/** The verdict above the board, for narrow windows and projectors. @param {{here: any}} props */
function Band({here}) {
  if (here.end) return html`<p class="brief end">${ended(here)}</p>`;
  const [quality, text] = verdict(here), mover = here.kind !== "impartial" || strength.value;
  if (hidden.value) return html`<p class="brief">${isMachines(here) ? t("The computer is thinking") : mover ? t("{who} to move", {who: named(here, here.mover)}) : t("Your move")}<${Points} here=${here}/></p>`;
  return html`<p class="brief ${quality}"><${Mark} quality=${quality}/><span>${text}</span><span class="value">${valueOf(here).length > SHORT ? "" : valueOf(here)}</span><${Points} here=${here}/></p>`;
}
/** @param {{here: any}} props */
const Points = ({here}) => here.kind === "scoring" ? html`<span class="points">${here.points.join(" : ")}</span>` : null;

/** The maximum number of cells listed. */
const MAX_CELLS = 8;
/** The instruction to click another cell after the first cell of a move.
 *  @param {{name: string, others: string[]}} first */
const nextClick = ({name, others}) => t("You chose {cell}. Choose another cell of the move: {cells}. Choose {cell} again to list its moves.",
  {cell: name, cells: others.slice(0, MAX_CELLS).join(t(", ")) + (others.length > MAX_CELLS ? "…" : "")});

/** Describes the move that has the pointer or the focus, or offers several moves to choose from.
 *  @param {{here: any}} props */
function Told({here}) {
  const move = aim.value, under = move && here.pieces.find((/** @type {any} */ piece) => piece.moves.includes(move)), fall = under ? falls(under, move) : 0;
  if (choice.value.length > 1) return html`<div class="told choose" role="group" aria-label=${t("Which move?")}>${choice.value.map(move =>
    html`<button key=${move.move} class="move ${hidden.value ? "" : quality(here, move)}" onClick=${() => play(move)}><${Mark} quality=${hidden.value ? "" : quality(here, move)}/>${worded(move)}</button>`)}
    <button onClick=${() => choice.value = []}>${t("Cancel")}</button></div>`;
  return html`<p class="told" aria-live="polite">${move ? html`<b>${worded(move)}</b> ${move.to && move.to.length < 80 && html`→ <code>${move.to}</code>`}
    ${fall > 0 && html` · ${t("{n} more edges fall", {n: fall})}`}${!hidden.value && html` <${Mark} quality=${quality(here, move)}/>`}` : here.end ? "" : firstCell.value ? nextClick(firstCell.value) : hint.value ? html`<${Hint} here=${here}/>` : t(guide(here))}</p>`;
}
/** @param {any} here */
function guide(here) {
  const kinds = new Set(here.pieces.map((/** @type {any} */ {picture}) => picture.kind));
  // On boards that moves cut, the reader clicks lines.
  if (here.pieces.some((/** @type {any} */ {moves}) => moves.some((/** @type {any} */ move) => move.touches.named?.lines))) return "Choose a line to cut along.";
  return kinds.has("heap") || kinds.has("steps") ? "Choose a stone." : kinds.has("pair") || kinds.has("strip") || kinds.has("grid") ? "Choose a square."
    : kinds.has("drawing") ? "Choose a line." : "Choose a move.";
}

/** Shows the next step of the hint, which replaces a chosen cell and a choice between moves. */
function nextHint() {
  firstCell.value = null;
  choice.value = [];
  hint.value += 1;
}

/** The hint, one step at a time. @param {{here: any}} props */
function Hint({here}) {
  const level = hint.value, good = best(here), first = good[0], [mark, text] = verdict(here);
  if (!first) return html`<b>${text}</b>`;
  const where = here.pieces.find((/** @type {any} */ piece) => piece.moves.includes(first));
  if (level === 1 || mark === "loss") return html`<b>${text}</b>`;
  if (level === 2) return html`<b>${text}</b> · ${t("good moves: {n}", {n: good.length})}${here.pieces.length > 1 ? html` · ${t("look at {what}", {what: where.spec ?? where.label})}` : ""}`;
  const strategy = reasons()[0]?.strategy;
  return html`<b>${worded(first)}</b> ${level > 3 && strategy ? html`<br/>${strategy}` : ""}`;
}
const reasons = () => answer.value?.reason ?? [];

/** @param {{here: any}} props */
function Bar({here}) {
  const levels = {0: "Off", 100: "Perfect", 70: "Good", 30: "Weak"};
  return html`<div class="bar">
    <button onClick=${undo} disabled=${boards.value.length < 2} title="u">${t("Undo")}</button>
    <button onClick=${anew} disabled=${boards.value.length < 2}>${t("Restart")}</button>
    <button id="machine" onClick=${takeOver} disabled=${!!here.end || busy.value}>${t(!here.played.length ? "Computer begins" : strength.value && here.players === 2 ? "Swap sides" : "Computer moves")}</button>
    ${hidden.value && html`<button id="hint" onClick=${nextHint} disabled=${!!here.end || hint.value > (reasons()[0]?.strategy ? 3 : 2)} title="h">${t("Hint")}</button>`}
    <span class="grow"></span>
    <label class="select">${t("Opponent:")} <select id="strength" value=${String(strength.value)}
      onChange=${(/** @type {any} */ e) => set({machine: e.target.value === "0" ? null : e.target.value})}>${[0, 30, 70, 100].map(n =>
        html`<option key=${n} value=${n} selected=${strength.value === n}>${t(levels[/** @type {0} */ (n)])}</option>`)}</select></label>
    <${Shown}/>
  </div>`;
}
const Shown = () => html`<label class="switch" title="v"><input type="checkbox" id="shown" checked=${!hidden.value} onChange=${(/** @type {any} */ e) => set({hidden: e.target.checked ? null : "1"})}/><i></i>${t("Show the answer")}</label>`;

/** How a play has ended. @param {any} here */
function ended(here) {
  const {how, winner, loser} = here.end, me = Number(place.value.more.get("you"));
  if (how === "repetition") return t("A draw: the same position occurred three times");
  if (loser) return strength.value && me === loser ? t("You lose") : t("{who} cannot move and loses", {who: named(here, loser)});
  if (!winner) return here.kind === "scoring" ? t("A draw: {points}", {points: here.points.join(" : ")}) : t("A draw");
  if (strength.value && me) return t(winner === me ? "You win" : "You lose");
  if (here.played.length === 0) return t("The game is over");
  return t("{who} wins", {who: named(here, winner)});
}

/** @param {{here: any}} props */
function Verdict({here}) {
  if (here.end) return html`<section class="card verdict over"><h1>${ended(here)}</h1>
    ${here.end.how === "stuck" && here.kind !== "multiplayer" && html`<p class="quiet">${t(here.play === "misere" ? "The player who cannot move wins" : "The player who cannot move loses")}</p>`}
    ${here.kind === "scoring" && html`<p class="value">${here.points.join(" : ")}</p>`}<${Lost} here=${here}/></section>`;
  const all = movesIn(here), good = best(here), rest = all.filter(move => !good.includes(move)), [mark, text] = verdict(here);
  const total = here.pieces.reduce((/** @type {number} */ sum, /** @type {any} */ piece) => sum + Number(piece.moves_total ?? NaN), 0), left = total - all.length;
  const more = left > 0 || Number.isNaN(left) ? html`<p class="quiet">${Number.isNaN(left) ? t("There are more moves: type one.") : t("{n} more moves: type one.", {n: left})}</p>` : null;
  if (hidden.value) return html`<section class="card verdict"><h1>${t(isMachines(here) ? "The computer is thinking" : "Your move")}</h1><p class="quiet">${t("The answer is hidden.")} <kbd>v</kbd></p>
    <details open=${here.pieces.every((/** @type {any} */ {picture}) => picture.kind === "text")}><summary>${t("All moves ({n})", {n: all.length})}</summary><${Moves} here=${here} list=${all}/></details>${more}<${Typed}/></section>`;
  const wins = mark !== "loss" || typeof here.result === "number", heading = here.result === "win" ? "Winning moves" : here.result === "draw" ? "Moves that keep the draw" : "Best moves";
  return html`<section class="card verdict ${mark}">
    <p class="spec">${here.spec ?? ""}</p>
    <h1><${Mark} quality=${mark}/>${text}</h1>
    ${here.value !== null && here.kind === "impartial" && html`<p class="quiet">${t("Grundy value")} <b class="value">${valueOf(here)}</b></p>`}
    ${here.result === null ? "" : wins && good.length ? html`<h2>${t(heading)}</h2><${Moves} here=${here} list=${good}/>`
      : here.result === "win" ? html`<h2>${t("Winning moves")}</h2><${Found} here=${here}/>` : html`<h2>${t("No winning move")}</h2>`}
    ${(here.result === null || !wins ? all : rest).length > 0 && html`<details open=${here.result === null}><summary>${t("Other moves ({n})", {n: here.result === null || !wins ? all.length : rest.length})}</summary>
      <${Moves} here=${here} list=${here.result === null || !wins ? all : rest}/></details>`}${more}<${Typed}/></section>`;
}
/** The winning moves of the answer, for boards that do not list them. @param {{here: any}} props */
function Found({here}) {
  const moves = movesOfMover(here, answer.value?.moves);
  return html`<ul class="moves">${moves.slice(0, 20).map((/** @type {any} */ move) => html`<li key=${move.move}>
    <button class="move win" onClick=${() => playTyped(move.to)}><${Mark} quality="win"/>${worded(move)}</button></li>`)}</ul>`;
}

/** @param {{here: any, list: any[]}} props */
function Moves({here, list}) {
  const [all, setAll] = useState(false), most = all ? list.length : 12;
  return html`<ul class="moves">${list.slice(0, most).map(move => {
    const mark = hidden.value ? "" : quality(here, move);
    const leave = () => { if (aim.value === move) aim.value = null; }, point = () => { aim.value = move; };
    const brings = hidden.value ? "" : move.value !== null ? valueOf(move) : here.kind === "scoring" && move.result !== null ? signed(Number(move.result)) : "";
    return html`<li key=${move.move}><button class="move ${mark}" onClick=${() => play(move)} onMouseEnter=${point} onMouseLeave=${leave} onFocus=${point} onBlur=${leave}>
      <${Mark} quality=${mark}/>${mark && html`<span class="sr">${t(mark === "win" ? "good: " : mark === "draw" ? "draws: " : "loses: ")}</span>`}<span>${worded(move)}</span>
      ${brings && html`<span class="to">→ ${brings}</span>`}</button></li>`;
  })}</ul>${list.length > most && html`<button class="link" onClick=${() => setAll(true)}>${t("Show all {n}", {n: list.length})}</button>`}`;
}

/** A field to type a move, the only way to make moves that are not listed. */
function Typed() {
  const [text, setText] = useState(""), [mistake, setMistake] = useState(/** @type {any} */ (null));
  const submit = async (/** @type {any} */ e) => {
    e.preventDefault();
    if (!text.trim()) return;
    const wrong = await playTyped(text.trim());
    setMistake(wrong);
    if (!wrong) setText("");
  };
  const example = board.value.pieces.flatMap(piece => piece.moves)[0];
  return html`<form class="typed" onSubmit=${submit}><input id="typed" value=${text} aria-label=${t("Move in short notation")} spellcheck=${false} autocapitalize="off" autocomplete="off"
    placeholder=${t("a move, such as {example}", {example: example?.short ?? example?.move ?? "1 1"})} onInput=${(/** @type {any} */ e) => { setText(e.target.value); setMistake(null); }}/>
    <button>${t("Move")}</button></form>${mistake && html`<${Mistaken} text=${text} mistake=${mistake}/>`}`;
}

/** The reasons of the answer: theorems with their arithmetic, tables, searches. */
function Why() {
  if (hidden.value || !answer.value) return null;
  const {error} = answer.value;
  if (error) return html`<section class="card why"><h2>${t("Why")}</h2><p>${error.message}</p></section>`;
  return html`<section class="card why"><h2>${t("Why")}</h2>${reasons().map((/** @type {any} */ reason, /** @type {number} */ k) => html`<div key=${k}>
    ${reason.statement && html`<p class="statement">${reason.by === "table" ? t("From a table up to {to}: {what}", {to: reason.to ?? "", what: reason.statement}) : reason.statement}</p>`}
    ${reason.by === "search" && html`<p class="statement">${t("By exhaustive search: {n} positions.", {n: reason.nodes})}</p>`}
    ${reason.working?.length > 0 && html`<pre>${reason.working.join("\n")}</pre>`}
    ${reason.strategy && html`<p class="strategy">${reason.strategy}</p>`}
    ${reason.name && html`<p class="source"><span class="chip">${reason.name}</span> ${reason.source ?? ""}</p>`}</div>`)}
    <p><a href=${address("steps", board.value?.spec ?? "")}>${t("Step by step")}</a>
      ${board.value?.kind === "impartial" && html` · <a href=${address("value", board.value.spec ?? "")}>${t("Value")}</a>`}</p></section>`;
}

/** The value of a position of a partizan game; its thermograph is computed on demand. @param {{here: any}} props */
function Worth({here}) {
  const [open, setOpen] = useState(false), [found, setFound] = useState(/** @type {any} */ (null)), told = answer.value;
  useEffect(() => { if (open && !found) import("./thermograph.js").then(({Thermograph}) => setFound(() => Thermograph)); }, [open]);
  if (hidden.value || here.kind !== "partizan" || !told?.mean || !here.spec) return null;
  return html`<section class="card worth"><h2><a href=${address("value", here.spec)}>${t("Value")}</a></h2><p class="value">${told.value ?? t("too long to show")}</p>
    <p class="quiet">${t("mean {mean}, temperature {temperature}", told)}</p>
    <details open=${open} onToggle=${(/** @type {any} */ e) => setOpen(e.target.open)}><summary>${t("Thermograph")}</summary>${open && (found ? html`<${found} expr=${here.spec}/>` : html`<p class="quiet" aria-busy="true">…</p>`)}</details></section>`;
}

/** @param {{here: any}} props */
function Played({here}) {
  if (here.played.length === 0) return null;
  return html`<section class="card"><h2>${t("Moves played")}</h2><ol class="played">${here.played.map((/** @type {any} */ move, /** @type {number} */ k) => {
    const before = boards.value[k], listed = before && movesIn(before).find(other => other.move === move.move), mark = before && listed && !hidden.value ? quality(before, listed) : "";
    return html`<li key=${k}><button class="back" title=${t("Go back to the position after this move")} disabled=${k === here.played.length - 1} onClick=${() => back(k + 1)}><${Mark} quality=${mark}/>
      <span class="who">${here.kind === "partizan" ? named(here, move.mover)[0] : move.mover}</span>${worded(move)}</button></li>`;
  })}</ol></section>`;
}

/** The explanation of a defeat: the last move that gave a win or a draw away, and better moves.
 *  @param {{here: any}} props */
function Lost({here}) {
  const [open, setOpen] = useState(false), me = Number(place.value.more.get("you"));
  const {winner, loser} = here.end, lost = loser ?? (winner && here.players === 2 ? 3 - winner : null);
  if (!lost || here.played.length === 0 || (me && me !== lost)) return null;
  if (!open) return html`<button class="primary" id="why-lost" onClick=${() => setOpen(true)}>${me ? t("Why did I lose?") : t("Why did {who} lose?", {who: named(here, lost)})}</button>`;
  const found = turn(lost);
  if (!found) return html`<p class="lost">${t("No move was a mistake. The starting position was already lost.")} <button class="link" onClick=${() => back(0)}>${t("Go back to the start")}</button></p>`;
  return html`<div class="lost"><p>${t(found.kept === "draw" ? "Move {n} gave the draw away: {move}." : "Move {n} gave the win away: {move}.", {n: found.made + 1, move: worded(found.move)})}</p>
    <p>${t("Better: {moves}.", {moves: found.better.slice(0, 3).map(worded).join(t("; "))})}</p>
    <button id="turn" onClick=${() => back(found.made)}>${t("Go back to move {n}", {n: found.made + 1})}</button></div>`;
}

/** The controls for another position: plus and minus buttons for its numbers, a board for its cells, and its text.
 *  @param {{here: any}} props */
function Edit({here}) {
  const spec = here.spec ?? "", [text, setText] = useState(spec);
  useEffect(() => setText(spec), [spec]);
  const plain = !isSum(spec) && spec.slice(rulesOf(spec).length), numbers = plain && /^\(\d{1,15}(?:[,x]\d{1,15})*\)$/.test(plain) ? plain.slice(1, -1).split(/[,x]/) : null;
  const change = (/** @type {number} */ at, /** @type {number} */ by) => {
    let k = -1;
    begin(rulesOf(spec) + (plain || "").replace(/\d+/g, number => ++k === at ? String(Math.max(0, Number(number) + by)) : number));
  };
  const drawn = here.spec && !isSum(spec) && cards.value.some((/** @type {any} */ card) => card.editor && card.name === here.pieces[0]?.game);
  const [{picture} = {picture: null}, ...more] = here.pieces, grid = !more.length && !isSum(spec) && picture?.kind === "grid" && picture.states.length > 1 ? picture : null;
  return html`<details class="card edit" aria-busy=${!hasCards.value}><summary>${t("Edit the position")}</summary>
    ${drawn && !draws() && html`<p><button id="draw" onClick=${() => begin(spec, {draw: "1"})}>${t("Draw the position")}</button></p>`}
    ${grid && html`<${BoardEditor} picture=${grid} take=${(/** @type {string} */ rows) => begin(`${rulesOf(spec)}("${rows}")`)}/>`}
    ${numbers && !grid && html`<div class="steppers">${numbers.map((number, at) => html`<span key=${at} class="stepper">
      <button aria-label=${t("decrease number {k}", {k: at + 1})} disabled=${number === "0"} onClick=${() => change(at, -1)}>−</button><b>${number}</b>
      <button aria-label=${t("increase number {k}", {k: at + 1})} onClick=${() => change(at, 1)}>+</button></span>`)}</div>`}
    <form class="typed" onSubmit=${(/** @type {any} */ e) => { e.preventDefault(); begin(text); }}>
      <textarea rows="2" aria-label=${t("The position")} spellcheck=${false} value=${text} onInput=${(/** @type {any} */ e) => setText(e.target.value)}></textarea><button>${t("Apply")}</button></form>
    <p class="bar">${[["normal", "The player who cannot move loses"], ["misere", "The player who cannot move wins"]].map(([play, rule]) => html`<button key=${play} aria-pressed=${here.play === play}
      disabled=${here.kind !== "impartial"} onClick=${() => begin((play === "misere" ? "misere " : "") + spec.replace(/^misere /, ""))}>${t(rule)}</button>`)}</p></details>`;
}
