// The service worker: the page without a network.
//
// In: what the page asks for. Out: the page's own files, as they were when this version was kept; whatever else
// is asked goes where it would have gone. What is forgotten: the versions before. A version is kept whole or not at
// all, so that files of two versions never meet, and an error is never kept. An update is fetched behind the page,
// which goes on with what it has loaded; the next visit has it.
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

// One server may have the page in several folders.
const PREFIX = `urispec ${scope.location.pathname} `;
const NAME = PREFIX + VERSION;
const here = (name: string) => new URL(name, scope.location.href).href;
// The page is kept under the name of its folder: a server may answer to `index.html` with that.
const kept = FILES.map((name) => (name === "index.html" ? here("./") : here(name)));

scope.addEventListener("install", (event) => {
  const all = async () => {
    const cache = await caches.open(NAME);
    // The server is asked whether what the browser has of a file is still its file.
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
  const answered = async () => (await caches.match(name, { cacheName: NAME })) ?? fetch(request);
  event.respondWith(answered());
});
