// What a browser does with a string, where that differs from the document's reading.
//
// The answer of `new URL()` is compared by what a visitor would notice: whether the string is a URL, and which host it
// leads to. Letter case, escapes and the spelling of an IPv6 address are not differences.
import type { Parsed, Verdict } from "./ask";

export type BrowserDifference =
  | { kind: "rejects" }
  /** The browser's host; `goes` if its scheme is one that leads to a server. */
  | { kind: "host"; host: string; goes: boolean }
  /** A string that the document rejects. */
  | { kind: "accepts"; host: string | undefined; goes: boolean };

/** The special schemes of the URL Standard that have a host to connect to. */
const NETWORK = ["http", "https", "ws", "wss", "ftp"];

/** Returns how a browser's reading differs, or null. A relative reference is not compared, since it needs a base. */
export function browserDifference(parsed: Parsed, browser: Verdict): BrowserDifference | null {
  const { components } = browser;
  const own = parsed.components;
  const goes = NETWORK.includes(components?.scheme ?? "");
  const host = components?.host || undefined;
  if (!parsed.valid) return browser.valid && components ? { kind: "accepts", host, goes } : null;
  if (own?.scheme === undefined) return null;
  if (!browser.valid) return { kind: "rejects" };
  if (!components || alike(own.host ?? "", host ?? "")) return null;
  // A browser gives no host to `file://localhost/` (URL Standard, file host state).
  return host === undefined ? null : { kind: "host", host, goes };
}

function alike(one: string, other: string): boolean {
  if (one.startsWith("[") && other.startsWith("[")) return true;
  return plain(one) === plain(other);
}

function plain(host: string): string {
  const lower = host.toLowerCase();
  try {
    return decodeURIComponent(lower).toLowerCase();
  } catch {
    return lower;
  }
}
