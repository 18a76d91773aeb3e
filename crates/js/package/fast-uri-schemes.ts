// The scheme-specific components of fast-uri and uri-js for four kinds of schemes, in both
// directions.

import { mailto } from "./fast-uri-mailto.js";
import { removeDots } from "./fast-uri-parts.js";
import type { Options, URIComponent } from "./fast-uri.js";

export interface Handler {
  parse(parsed: URIComponent, options: Options | undefined): void;
  serialize(parts: URIComponent & { isWritten?: boolean }, options: Options | undefined): void;
  /** Whether the handler decodes triplets itself. */
  raw?: boolean;
  /** Whether serializing may change the components or their spelling. */
  rewrites?: boolean;
  /** Whether dots in the path are not dot segments. */
  opaque?: boolean;
}

/** Removes an empty or default port (RFC 3986, 6.2.3). */
function dropDefaultPort(parts: URIComponent, port: number): void {
  if (parts.port === "" || Number(parts.port) === port) delete parts.port;
}

const web: Handler = {
  parse(parsed) {
    if (!parsed.host) parsed.error ??= `a URI of the scheme ${parsed.scheme} must have a host (RFC 9110, 4.2.1)`;
  },
  serialize(parts) {
    dropDefaultPort(parts, /^https$/i.test(parts.scheme ?? "") ? 443 : 80);
    if (!parts.path) parts.path = "/";
  },
};

const socket: Handler = {
  rewrites: true,
  parse(parsed) {
    if (!parsed.host) parsed.error ??= `a URI of the scheme ${parsed.scheme} must have a host (RFC 6455, 3)`;
    parsed.secure = parsed.scheme === "wss";
    parsed.resourceName = (parsed.path || "/") + (parsed.query ? `?${parsed.query}` : "");
    parsed.path = parsed.query = undefined;
  },
  serialize(parts) {
    const isSecure = parts.secure ?? /^wss$/i.test(parts.scheme ?? "");
    dropDefaultPort(parts, isSecure ? 443 : 80);
    if (typeof parts.secure === "boolean") parts.scheme = isSecure ? "wss" : "ws";
    if (parts.resourceName) {
      const [, path, query] = /^([^?]*)(?:\?(.*))?$/s.exec(parts.resourceName) ?? [];
      const plain = removeDots(path ?? "");
      parts.path = plain === "/" ? undefined : plain;
      parts.query = query;
    }
    // "Fragment identifiers are meaningless in the context of WebSocket URIs" (RFC 6455, 3).
    parts.fragment = undefined;
  },
};

const urn: Handler = {
  // A namespace identifier has no triplets (RFC 8141, 2).
  raw: true,
  rewrites: true,
  opaque: true,
  parse(parsed, options) {
    // RFC 8141, 2: NID, ":", NSS.
    const [, nid, nss] = /^([0-9a-z][0-9a-z-]{0,31}):(.+)$/is.exec(parsed.path ?? "") ?? [];
    if (nid === undefined || nss === undefined) {
      parsed.error ??= "\"urn:\" must be followed by a namespace identifier, \":\" and a string (RFC 8141, 2)";
      return;
    }
    parsed.nid = nid.toLowerCase();
    parsed.path = undefined;
    if ((options?.nid ?? parsed.nid) !== "uuid") {
      parsed.nss = nss;
      return;
    }
    parsed.uuid = nss;
    if (!options?.tolerant && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(nss)) {
      parsed.error ??= "this is not a UUID (RFC 9562, 4)";
    }
  },
  serialize(parts, options) {
    if (parts.nid === undefined) throw new Error("a URN must have a namespace identifier (RFC 8141, 2)");
    const nid = parts.nid.toLowerCase();
    // "the alphabetic characters may be all uppercase, all lowercase, or mixed case" (RFC 9562, 4).
    const isUuid = (options?.nid ?? nid) === "uuid";
    parts.path = `${nid}:${isUuid ? (parts.uuid ?? parts.nss ?? "").toLowerCase() : (parts.nss ?? "")}`;
  },
};

const HANDLERS = new Map([
  ["http", web], ["https", web], ["ws", socket], ["wss", socket], ["urn", urn], ["mailto", mailto],
]);

/** Returns the handler of a scheme. */
export function handlerOf(scheme: string | undefined): Handler | undefined {
  return HANDLERS.get(String(scheme).toLowerCase());
}
