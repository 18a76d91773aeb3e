// `mailto` (RFC 6068, 2): converts a path and a query to recipients, a subject, a body and other header fields, and
// back.
//
// The components are still encoded, and are decoded once here. A name is compared after decoding, so that `%74o` is
// `to`, and writing a decoded name does not turn it into another.

import type { Handler } from "./fast-uri-schemes.js";
import { octets } from "./fast-uri-parts.js";

/** The characters to encode: in the local part of an address, in a name or a value of a header field, in a domain. */
const LOCAL = /[^A-Za-z0-9\-._~!$'()*+=]/gu;
const FIELD = /[^A-Za-z0-9\-._~!$'()*+,;:@]/gu;
const DOMAIN = /[^A-Za-z0-9\-._~!$'()*+;:]/gu;
/** "dot-atom-text" or a literal in brackets; a lookup converts a non-ASCII name to ASCII. */
const IS_DOMAIN = /^(?:[^\0-\x20"#%(),/:;<>?@[\\\]^`{|}\x7F]+|\[[!-Z^-~]*\])$/u;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Octets that are not UTF-8 stay encoded.
    return text;
  }
}

/** Encodes the characters of `held`, and keeps existing triplets. */
const written = (text: string, held: RegExp): string =>
  text.replace(/%[0-9A-Fa-f]{2}|[^%]+|%/g, (part) =>
    part.length === 3 && part.startsWith("%") ? part.toUpperCase() : part.replace(held, octets));

/** Writes an address, with a writer for each side of its "@". */
function address(text: string, local: (text: string) => string, domain: (text: string) => string): string {
  const at = text.lastIndexOf("@");
  return at < 0 ? local(text) : `${local(text.slice(0, at))}@${domain(text.slice(at + 1))}`;
}

export const mailto: Handler = {
  raw: true,
  rewrites: true,
  parse(parsed) {
    const to = parsed.path ? parsed.path.split(",") : [];
    // Without a prototype: a name may be any text.
    const headers: Record<string, string> = Object.create(null);
    for (const field of parsed.query ? parsed.query.split("&") : []) {
      const [name = "", value = "", ...more] = field.split("=");
      if (more.length > 0) {
        parsed.error ??= "a header field must have a single \"=\" (RFC 6068, 2)";
        continue;
      }
      const known = decoded(name).toLowerCase();
      if (known === "to") to.push(...value.split(","));
      else if (known === "subject" || known === "body") parsed[known] = decoded(value);
      else headers[decoded(name)] = decoded(value);
    }
    if (Object.keys(headers).length > 0) parsed.headers = headers;
    parsed.path = parsed.query = undefined;
    if (to.length === 0) return;
    if (parsed.userinfo !== undefined || parsed.host !== undefined || parsed.port !== undefined) {
      parsed.userinfo = parsed.host = parsed.port = undefined;
      parsed.error ??= "a mailto URI cannot have an authority (RFC 6068, 2)";
    }
    let isSound = true;
    parsed.to = to.map((one) => {
      isSound &&= one.includes("@");
      return address(one, decoded, (domain) => {
        const name = decoded(domain).toLowerCase();
        isSound &&= IS_DOMAIN.test(name);
        return name;
      });
    });
    if (!isSound) parsed.error ??= "an address must have a domain after its \"@\" (RFC 6068, 2)";
  },
  serialize(parts) {
    const to = Array.isArray(parts.to) ? parts.to.map(String) : [];
    const fields = new Map<string, string>();
    for (const [name, value] of Object.entries(parts.headers ?? {})) {
      const known = name.toLowerCase();
      if (known === "to") to.push(...String(value).split(","));
      else fields.set(known === "subject" || known === "body" ? known : name, String(value));
    }
    if (parts.subject !== undefined) fields.set("subject", String(parts.subject));
    if (parts.body !== undefined) fields.set("body", String(parts.body));
    // The path consists of the recipients, and of nothing else.
    parts.path = undefined;
    if (to.length > 0) {
      parts.userinfo = parts.host = parts.port = undefined;
      const domain = (text: string): string => {
        const name = decoded(text).toLowerCase();
        return /^\[.*\]$/.test(name) ? `[${written(name.slice(1, -1), DOMAIN)}]` : written(name, DOMAIN);
      };
      const local = (text: string): string => written(text, LOCAL);
      parts.path = to.map((one) => address(one.includes("@") ? one : `${one}@`, local, domain)).join(",");
    }
    if (fields.size > 0) {
      // Every "%" of a name is data, so that no name turns into another.
      const named = (name: string): string => written(name.replaceAll("%", "%25"), FIELD);
      parts.query = [...fields].map(([name, value]) => `${named(name)}=${written(value, FIELD)}`).join("&");
    }
    parts.isWritten = true;
  },
};
