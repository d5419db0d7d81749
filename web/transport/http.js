// @ts-check
/** The engine of `grundy web`: each request is a POST, lines of progress may precede the reply, and closing the
 *  connection stops the work. */

/** The maximum number of attempts if the server is busy. */
const TRIES = 4;
const PROGRESS = '{"progress":';

/** @param {string} kind @param {string} message */
const failed = (kind, message) => ({error: {kind, message}});
/** @param {number} seconds @param {AbortSignal | undefined} signal */
const wait = (seconds, signal) => new Promise(done => { setTimeout(done, 1000 * seconds); signal?.addEventListener("abort", done); });

/** A server with the interface of the engine in a worker. */
export class Server {
  /** @param {string} address */
  constructor(address) {
    this.address = new URL(address, document.baseURI);
  }

  /** @param {any} request @param {import("../ask.js").How} how @returns {Promise<any>} */
  async ask({bytes, ...request}, how = {}) {
    const accept = ["application/x-ndjson", bytes ? "application/octet-stream" : "application/json"].join(", ");
    const sent = {method: "POST", headers: {"content-type": "application/json", accept}, body: JSON.stringify(request), signal: how.signal};
    try {
      for (let tries = 1; ; tries++) {
        const reply = await fetch(this.address, sent);
        if (reply.status !== 503 || tries === TRIES) return await read(reply, how);
        await wait(Number(reply.headers.get("retry-after")) || 1, how.signal);
      }
    } catch (error) {
      return how.signal?.aborted ? failed("stopped", "stopped") : failed("offline", String(error));
    }
  }
}

/** @param {Response} reply @param {import("../ask.js").How} how */
async function read(reply, how) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (reply.body).getReader(), decoder = new TextDecoder();
  let known = new Uint8Array();
  /** @type {Uint8Array[]} */
  const pieces = [];
  // Lines of progress come first. Data that begin differently are the reply, which extends to the end.
  for (let told = true; ;) {
    const {done, value} = await reader.read();
    if (done) break;
    if (!told) { pieces.push(value); continue; }
    known = joined([known, value]);
    for (let end; decoder.decode(known.subarray(0, PROGRESS.length)) === PROGRESS && (end = known.indexOf(10)) >= 0;) {
      const {progress} = JSON.parse(decoder.decode(known.subarray(0, end)));
      how.progress?.({...progress, work: progress.text ?? progress.work});
      known = known.subarray(end + 1);
    }
    told = known.length < PROGRESS.length || decoder.decode(known.subarray(0, PROGRESS.length)) === PROGRESS;
  }
  const all = joined([known, ...pieces]);
  if (all.length === 0) return failed("offline", "the reply was cut off");
  // Errors are JSON, even if bytes were requested; a table as bytes begins with the letter G.
  return all[0] === 0x47 ? {bytes: all.buffer} : {text: decoder.decode(all)};
}

/** @param {Uint8Array[]} pieces */
function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) { all.set(piece, at); at += piece.length; }
  return all;
}
