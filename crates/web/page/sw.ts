// The service worker, for offline use.
//
// It serves the page's own files from the cache of this version; other requests pass through. Old versions are
// deleted. A version is cached completely or not at all, so that files of two versions never mix, and an error is
// never cached. An update is fetched in the background, while the page continues with the loaded version; the next
// visit uses it.
declare const VERSION: string;
declare const FILES: string[];

interface Extendable { waitUntil(what: Promise<unknown>): void }
interface Fetched extends Extendable { request: Request; respondWith(response: Promise<Response>): void }
const scope = self as unknown as {
  location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
};

// One server may host the page in several folders.
const PREFIX = `urispec ${scope.location.pathname} `;
const NAME = PREFIX + VERSION;
const here = (name: string) => new URL(name, scope.location.href).href;
// The page is cached under the name of its folder: a server may redirect `index.html` there.
const kept = FILES.map((name) => (name === "index.html" ? here("./") : here(name)));

scope.addEventListener("install", (event) => {
  const all = async () => {
    const cache = await caches.open(NAME);
    // Revalidates files in the browser's HTTP cache.
    await cache.addAll(kept.map((url) => new Request(url, { cache: "no-cache" })));
    await scope.skipWaiting();
  };
  event.waitUntil(all());
});

scope.addEventListener("activate", (event) => {
  const old = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(names.map((name) => caches.delete(name)));
  };
  event.waitUntil(old());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.replace(/[?#].*$/s, "");
  const name = url === here("index.html") ? here("./") : url;
  if (request.method !== "GET" || !kept.includes(name)) return;
  const answered = async () => {
    const found = await caches.match(name, { cacheName: NAME });
    if (!found) return fetch(request);
    // A browser does not open a page that was redirected, as a server may do from `parsers.html` to `parsers`.
    return found.redirected ? new Response(found.body, found) : found;
  };
  event.respondWith(answered());
});
