// @ts-check
/** The one way to the engine: requests and replies as `grundy_ask` has them, computed by workers that hold the engine, or by the
 *  server that the page comes from. */
import {Server} from "./transport/http.js";
import {lang} from "./words.js";

/** @typedef {{work: string, done: number, total: number | null}} Progress `total` is null where nobody knows it. */
/** @typedef {{signal?: AbortSignal, progress?: (report: Progress) => void}} How */
/** @typedef {{kind: string, message: string, help?: string, span?: [number, number]}} Mistake `span` in characters of JavaScript. */
/** @typedef {{done: (reply: any) => void, progress?: (report: Progress) => void}} Waiting */

/** Where the engine is: a module for workers, or a place to post requests to. */
const place = document.querySelector('meta[name="engine"]')?.getAttribute("content") ?? "engine.wasm";
/** Whether a server answers. */
export const isServed = !place.endsWith(".wasm");
const {hostname} = new URL(place, document.baseURI);
/** The computer that answers, or nothing where it is the reader's own. */
export const host = !isServed || /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname) ? "" : hostname;

/** The engine as it was compiled once for all workers. @type {Promise<WebAssembly.Module> | undefined} */
let compiled;
function compile() {
  compiled ??= WebAssembly.compileStreaming(fetch(new URL(place, document.baseURI)));
  // Whoever was offline may ask again.
  compiled.catch(() => { compiled = undefined; });
  return compiled;
}

/** The words of Chinese, for engines whose reader wants them. @type {Promise<ArrayBuffer> | undefined} */
let chinese;
function words() {
  const name = document.querySelector('meta[name="words-zh"]')?.getAttribute("content") ?? "words-zh.txt";
  chinese ??= fetch(new URL(name, document.baseURI)).then(reply => reply.arrayBuffer());
  chinese.catch(() => { chinese = undefined; });
  return chinese;
}

/** @param {string} kind @param {string} message */
const failed = (kind, message) => ({error: {kind, message}});

/** One worker and what it was asked. Stopping ends it, and a fresh one takes its place. */
class Engine {
  constructor() {
    this.last = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** @type {Promise<Worker> | undefined} */
    this.worker = undefined;
    /** The worker that has learnt Chinese. @type {Worker | undefined} */
    this.taught = undefined;
  }

  /** @returns {Promise<Worker>} */
  start() {
    this.worker ??= compile().then(module => {
      const worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
      worker.postMessage({module});
      worker.onmessage = ({data}) => this.heard(data);
      worker.onerror = () => this.stop("panic", "the engine could not be started");
      return worker;
    });
    return this.worker;
  }

  /** @param {any} data */
  heard(data) {
    const waiting = this.waiting.get(data.id);
    if (!waiting) return;
    if (data.progress) return waiting.progress?.(data.progress);
    this.waiting.delete(data.id);
    waiting.done(data.panic === undefined ? data.reply : failed("panic", data.panic));
    // The instance is lost with whatever else waits for it.
    if (data.panic !== undefined) this.stop("panic", data.panic);
  }

  /** @param {string} kind @param {string} message */
  stop(kind, message) {
    this.worker?.then(worker => worker.terminate(), () => {});
    this.worker = undefined;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const {done} of lost) done(failed(kind, message));
  }

  /** @param {any} request @param {How} how @returns {Promise<any>} */
  async ask(request, how = {}) {
    const id = ++this.last;
    if (how.signal?.aborted) return failed("stopped", "stopped");
    let worker;
    try {
      worker = await this.start();
      if (request.lang === "zh" && this.taught !== worker) {
        worker.postMessage({words: await words()});
        this.taught = worker;
      }
    } catch (error) {
      this.worker = undefined;
      return failed("offline", String(error));
    }
    if (how.signal?.aborted) return failed("stopped", "stopped");
    return new Promise(resolve => {
      const stop = () => { if (this.waiting.has(id)) this.stop("stopped", "stopped"); };
      const done = (/** @type {any} */ reply) => { how.signal?.removeEventListener("abort", stop); resolve(reply); };
      this.waiting.set(id, {done, progress: how.progress});
      how.signal?.addEventListener("abort", stop);
      worker.postMessage({id, request});
    });
  }
}

const begin = () => isServed ? new Server(place) : new Engine();
const quick = begin(); // parse, solve, board: always at hand
const long = begin(); // what may take minutes, and may be stopped
const judge = begin(); // claims and certificates, which need not wait until a pattern is found
const LONG = new Set(["table", "find", "sequence", "check"]), JUDGED = new Set(["prove", "verify"]);
// Values are long work only where somebody may stop them: of a text that is being typed they come at once.
const STOPPABLE = new Set(["value", "quotient"]);

/** JSON with exact integers: those that a number of JavaScript would round are texts. @param {string} text */
export function exact(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, found => found[0] === '"' ? found : `"${found}"`);
  return JSON.parse(quoted);
}

/** Places in the text, counted in bytes of UTF-8, as JavaScript counts. @param {string} text @param {[number, number]} span @returns {[number, number]} */
export function inCharacters(text, span) {
  const bytes = new TextEncoder().encode(text), decoder = new TextDecoder();
  return /** @type {[number, number]} */ (span.map(at => decoder.decode(bytes.slice(0, at)).length));
}

/** Puts a request; the reply is its JSON, an array where there are several. What is wrong has the field `error`: a `Mistake`, whose kind
 *  is one of the engine's, or `stopped`, `panic`, `offline`. A request that is aborted while it runs ends the worker: others that wait for
 *  the same one are stopped with it; a server goes on with others. `lang` is added; integers from 10^15 on come as texts;
 *  `message` and `help` are in the reader's language. `{do: "parse", rules}` reads rules alone: `{rules, play, kind, numbers}`.
 *  @param {Record<string, any>} request @param {How} [how] @returns {Promise<any>} */
export async function ask(request, how) {
  const engine = LONG.has(request.do) || how?.signal && STOPPABLE.has(request.do) ? long : JUDGED.has(request.do) ? judge : quick;
  const reply = await engine.ask({lang: lang.peek(), ...request}, how);
  if (reply.error) return reply;
  return spanned(exact(reply.text), request);
}

/** @param {any} reply @param {any} request */
function spanned(reply, request) {
  const text = request.spec ?? request.claim ?? request.expr ?? request.rules, span = reply?.error?.span;
  if (span && typeof text === "string") reply.error.span = inCharacters(text, span);
  // What is said to people, in their language.
  if (reply?.error) Object.assign(reply.error, {message: reply.error.text ?? reply.error.message, help: reply.error.help_text ?? reply.error.help});
  return reply;
}

/** @typedef {Uint8Array | Uint16Array | Uint32Array} Cells */
/** @typedef {{cells: Cells, width: number, dims: number, values: boolean, to: number, side: number, error?: undefined}} Table
 *  `cells` has side^dims entries, the first number of a position changing slowest: the entry of (a, b) is `cells[a * side + b]`; with
 *  `values` Grundy values, else letters of outcomes as codes of characters ("P" is 80); `width` bytes each; `to` is the last number. */

/** A table as typed numbers: `{rules, to, of?, theorems?, misere?}`. @param {Record<string, any>} request @param {How} [how] @returns {Promise<Table | {error: Mistake}>} */
export async function askTable(request, how) {
  const reply = await long.ask({lang: lang.peek(), ...request, do: "table", bytes: true}, how);
  if (reply.error) return reply;
  if (reply.text !== undefined) return spanned(exact(reply.text), request);
  const head = new DataView(reply.bytes), [width, dims, of, to] = [8, 12, 16, 20].map(at => head.getUint32(at, true));
  const kind = width === 1 ? Uint8Array : width === 2 ? Uint16Array : Uint32Array;
  const cells = new kind(reply.bytes, 32), side = Math.round(cells.length ** (1 / dims));
  return {cells, width, dims, values: of === 1, to, side};
}
