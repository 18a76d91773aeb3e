// Puts a string together from changed components (RFC 3986, 5.3).
//
// The result is parsed again, and cannot be used if it does not have these components: without an authority, the path
// `//h` would be read as an authority (RFC 3986, 3.3).
import type { Components, Parsed } from "./ask";

export const PARTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;
export type Part = (typeof PARTS)[number];
/** The components that can be changed; an undefined one is absent. */
export type Parts = Partial<Record<Part, string>>;

/** Returns the components of a parsed string. */
export function partsOf({ scheme, authority, userinfo, host, port, path, query, fragment }: Components): Parts {
  // An unsplit authority, as before RFC 3986, is a host here.
  return { scheme, userinfo, host: host ?? authority, port, path, query, fragment };
}

/** Recomposes the components (RFC 3986, 5.3). */
export function recomposed({ scheme, userinfo, host, port, path = "", query, fragment }: Parts): string {
  const authority = userinfo === undefined && host === undefined && port === undefined ? undefined
    : `${userinfo === undefined ? "" : `${userinfo}@`}${host ?? ""}${port === undefined ? "" : `:${port}`}`;
  return (scheme === undefined ? "" : `${scheme}:`) + (authority === undefined ? "" : `//${authority}`) + path
    + (query === undefined ? "" : `?${query}`) + (fragment === undefined ? "" : `#${fragment}`);
}

/** Returns whether a parsed string has the components. An authority with only a userinfo or a port has an empty host. */
export function has(parsed: Parsed | undefined, wanted: Parts): boolean {
  if (!parsed?.components) return false;
  const read = partsOf(parsed.components);
  const server = wanted.userinfo !== undefined || wanted.port !== undefined;
  const all: Parts = { path: "", ...wanted, host: wanted.host ?? (server ? "" : undefined) };
  return PARTS.every((name) => all[name] === read[name]);
}

/** Returns the program's options for each changed component. */
export function setOptions(parts: Parts, before: Parts): string[] {
  return PARTS.flatMap((name) => {
    const value = parts[name];
    if (value === before[name]) return [];
    return value === undefined ? ["--unset", name] : ["--set", `${name}=${value}`];
  });
}
