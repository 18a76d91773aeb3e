// Keeps the page for offline use, once it is completely loaded.
//
// A service worker needs a secure connection and an origin. Without these, as in a file or in a frame with
// `sandbox`, the page works without it.

/** Registers the service worker. */
export function keepOffline(): void {
  if (!globalThis.isSecureContext || !globalThis.location?.protocol.startsWith("http")) return;
  try {
    navigator.serviceWorker.register("sw.js").catch(() => undefined);
  } catch {
    // A frame without an origin may not even access it.
  }
}
