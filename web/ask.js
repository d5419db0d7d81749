// @ts-check
/** Sends requests to the engine and returns its replies, in the format of `grundy_ask`. Workers run the engine, or the
 *  server that the page comes from runs it. */
import {Server} from "./transport/http.js";
import {lang} from "./words.js";

/** @typedef {{work: string, done: number, total: number | null}} Progress `total` is null if it is unknown. */
/** @typedef {{signal?: AbortSignal, progress?: (report: Progress) => void}} How */
/**
 *  @typedef {{kind: string, message: string, help?: string, span?: [number, number]}} Mistake `span` counts UTF-16 units. */
/** @typedef {{done: (reply: any) => void, progress?: (report: Progress) => void}} Waiting */

/** The address of the engine: a WebAssembly module for workers, or a URL to which requests are posted. */
const place = document.querySelector('meta[name="engine"]')?.getAttribute("content") ?? "engine.wasm";
/** Whether a server computes the replies. */
export const isServed = !place.endsWith(".wasm");
const {hostname} = new URL(place, document.baseURI);
/** The host that computes the replies; empty if it is the reader's own computer. */
export const host = !isServed || /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname) ? "" : hostname;

/** The compiled engine, which all workers share. @type {Promise<WebAssembly.Module> | undefined} */
let compiled;
function compile() {
  compiled ??= WebAssembly.compileStreaming(fetch(new URL(place, document.baseURI)));
  // After a failure, for example without a network, the next request tries again.
  compiled.catch(() => { compiled = undefined; });
  return compiled;
}

/** The Chinese translations for the engine, loaded with the first request in Chinese.
 *  @type {Promise<ArrayBuffer> | undefined} */
let chinese;
function words() {
  const name = document.querySelector('meta[name="words-zh"]')?.getAttribute("content") ?? "words-zh.txt";
  chinese ??= fetch(new URL(name, document.baseURI)).then(reply => reply.arrayBuffer());
  chinese.catch(() => { chinese = undefined; });
  return chinese;
}

/** @param {string} kind @param {string} message */
const failed = (kind, message) => ({error: {kind, message}});

/** A worker and its pending requests. To stop a request, the worker is terminated; the next request starts a new
 *  worker. */
class Engine {
  constructor() {
    this.last = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** @type {Promise<Worker> | undefined} */
    this.worker = undefined;
    /** The worker that has received the Chinese translations. @type {Worker | undefined} */
    this.taught = undefined;
  }

  /** @returns {Promise<Worker>} */
  start() {
    this.worker ??= compile().then(module => {
      const worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
      worker.postMessage({module, address: new URL(place, document.baseURI).href});
      worker.onmessage = ({data}) => this.heard(data);
      worker.onerror = () => this.stop("panic", "the engine could not be started");
      return worker;
    }).catch(error => { this.worker = undefined; throw error; });
    return this.worker;
  }

  /** @param {any} data */
  heard(data) {
    const waiting = this.waiting.get(data.id);
    if (!waiting) return;
    if (data.progress) return waiting.progress?.(data.progress);
    this.waiting.delete(data.id);
    const kind = data.offline ? "offline" : "panic";
    waiting.done(data.panic === undefined ? data.reply : failed(kind, data.panic));
    // A panic makes the instance unusable, so all other pending requests fail as well.
    if (data.panic !== undefined) this.stop(kind, data.panic);
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
    const starting = this.start();
    try {
      worker = await starting;
      if (request.lang === "zh" && this.taught !== worker) {
        worker.postMessage({words: await words()});
        this.taught = worker;
      }
    } catch (error) {
      return failed("offline", String(error));
    }
    if (how.signal?.aborted) return failed("stopped", "stopped");
    // Another request has stopped this worker in the meantime.
    if (this.worker !== starting) return this.ask(request, how);
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
const quick = begin(); // for short requests, such as parse, solve and board
const long = begin(); // for requests that may take minutes and can be stopped
const judge = begin(); // for claims and certificates, which should not wait for a search for patterns
const LONG = new Set(["table", "find", "sequence", "check"]), JUDGED = new Set(["prove", "verify"]);
// These requests are long work only if they can be stopped. Otherwise they check a text that is being typed, and are
// short.
const STOPPABLE = new Set(["value", "quotient"]);

/** Parses JSON with exact integers: integers that a number of JavaScript would round become texts.
 *  @param {string} text */
export function exact(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, found => found[0] === '"' ? found : `"${found}"`);
  return JSON.parse(quoted);
}

/** Converts a span in bytes of UTF-8 to a span in UTF-16 code units.
 *  @param {string} text @param {[number, number]} span @returns {[number, number]} */
export function inCharacters(text, span) {
  const bytes = new TextEncoder().encode(text), decoder = new TextDecoder();
  return /** @type {[number, number]} */ (span.map(at => decoder.decode(bytes.slice(0, at)).length));
}

/** Sends a request and returns the parsed JSON of its reply, an array if there are several replies. After a failure the
 *  reply has the field `error`: a `Mistake`, whose kind is one of the engine's, or `stopped`, `panic` or `offline`.
 *  Aborting a running request ends the worker and stops the other requests that wait for it; a server continues with
 *  them. `lang` is added to the request. In the reply, integers from 10^15 on are texts, and `message` and `help` are
 *  in the reader's language. `{do: "parse", rules}` parses rules without a position: `{rules, play, kind, numbers}`.
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
  // Show messages in the reader's language.
  if (reply?.error) Object.assign(reply.error, {message: reply.error.text ?? reply.error.message, help: reply.error.help_text ?? reply.error.help});
  return reply;
}

/** @typedef {Uint8Array | Uint16Array | Uint32Array} Cells */
/** @typedef {{cells: Cells, width: number, dims: number, values: boolean, to: number, side: number, error?: undefined}} Table
 *  `cells` has side^dims entries of `width` bytes. The first number of a position changes slowest: the entry of (a, b)
 *  is `cells[a * side + b]`. The entries are Grundy values if `values` is true, otherwise the character codes of
 *  outcome letters ("P" is 80). `to` is the largest number. */

/** Requests a table as a typed array: `{rules, to, of?, theorems?, misere?}`.
 *  @param {Record<string, any>} request @param {How} [how] @returns {Promise<Table | {error: Mistake}>} */
export async function askTable(request, how) {
  const reply = await long.ask({lang: lang.peek(), ...request, do: "table", bytes: true}, how);
  if (reply.error) return reply;
  if (reply.text !== undefined) return spanned(exact(reply.text), request);
  const head = new DataView(reply.bytes), [width, dims, of, to] = [8, 12, 16, 20].map(at => head.getUint32(at, true));
  const kind = width === 1 ? Uint8Array : width === 2 ? Uint16Array : Uint32Array;
  const cells = new kind(reply.bytes, 32), side = Math.round(cells.length ** (1 / dims));
  return {cells, width, dims, values: of === 1, to, side};
}
