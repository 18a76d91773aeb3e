// Keeps the page for who has no network, once it has all that it needs.
//
// A service worker needs a secure connection, and a page with an origin of its own: where it cannot be had, as in a
// file or in a frame with `sandbox`, the page is as it was without.

/** Begins to keep the page. */
export function keepOffline(): void {
  if (!globalThis.isSecureContext || !globalThis.location?.protocol.startsWith("http")) return;
  try {
    navigator.serviceWorker.register("sw.js").catch(() => undefined);
  } catch {
    // A frame without an origin may not even ask for it.
  }
}
