// @ts-check
/** Long-running work: its progress, and a button that stops it. */
import {html, useEffect, useState} from "./vendor/preact.js";
import {t} from "./words.js";

/** @typedef {import("./ask.js").How} How */

/** Starts work again whenever its key changes, and stops the previous work. Returns null while no work runs. Work
 *  begins after the first rendering; until then, a view with neither work nor answer sets `aria-busy`.
 *  @template T @param {((how: How) => Promise<T>) | null | "" | undefined} run @param {(reply: T) => void} done
 *  @param {any[]} key @returns {{stop: () => void, progress: any} | null} */
export function useWork(run, done, key) {
  const [work, setWork] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (!run) return;
    const abort = new AbortController(), stop = () => abort.abort();
    let gone = false;
    setWork({stop, progress: null});
    const progress = (/** @type {any} */ report) => { if (!gone) setWork({stop, progress: report}); };
    run({signal: abort.signal, progress}).then(reply => {
      if (gone) return;
      setWork(null);
      done(reply);
    });
    return () => { gone = true; abort.abort(); };
  }, key);
  return work;
}

/** @param {{work: any}} props */
export function Working({work: {stop, progress}}) {
  return html`<p class="quiet working" role="status">${progress ? html`${progress.work}: ${progress.done}${progress.total ? ` / ${progress.total}` : ""}` : t("Working…")}
    <button type="button" onClick=${stop}>${t("Stop")}</button></p>`;
}
