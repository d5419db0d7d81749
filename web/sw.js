// @ts-check
/** Caches the page for use without a network. `cargo xtask web` inserts the version and the list of files here; each
 *  version has its own cache. */
const VERSION = "none";
/** @type {string[]} */
const FILES = [];
const CACHE = `grundy-${VERSION}`;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    // Other pages on this host may have caches too.
    await Promise.all(names.filter(name => name.startsWith("grundy-") && name !== CACHE).map(name => caches.delete(name)));
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const {request} = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  // The start page may have a newer version, so it is fetched first. The addresses of all other files contain their
  // version.
  const kept = () => caches.match(request, {ignoreSearch: true});
  const fresh = () => fetch(request);
  event.respondWith(request.mode === "navigate"
    ? fresh().catch(async () => await kept() ?? await caches.match("./") ?? Response.error())
    : kept().then(found => found ?? fresh()));
});
