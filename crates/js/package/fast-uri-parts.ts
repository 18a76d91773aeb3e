// Components in the form of fast-uri.

import { isValidReference } from "./index.js";

/** The characters that a component does not allow, besides triplets (RFC 3986, Appendix A). A `:` in a host would begin a port. */
const HELD = {
  userinfo: /[^A-Za-z0-9\-._~!$&'()*+,;=:%]/gu,
  host: /[^A-Za-z0-9\-._~!$&'()*+,;=%]/gu,
  path: /[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/gu,
  query: /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]/gu,
};

const triplet = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
const encoder = new TextEncoder();

/** Returns a character as the triplets of its octets (2.1). */
export const octets = (character: string): string => [...encoder.encode(character)].map(triplet).join("");

/** Encodes the characters that the component does not allow. A "%" that does not begin a triplet is data (2.4). */
export function encoded(text: string, component: keyof typeof HELD): string {
  return text
    .replace(/%([0-9A-Fa-f]{2})?/g, (_, digits?: string) => `%${digits?.toUpperCase() ?? "25"}`)
    .replace(HELD[component], octets);
}

/** Returns a host without its brackets. */
export function bare(host: string): string {
  return /^\[[^v]/i.test(host) ? host.slice(1, -1) : host;
}

/** Returns a host with brackets, if it is an address that needs them. */
export function hostOf(host: string): string {
  const bracketed = host.startsWith("[") ? host : `[${host}]`;
  return /[:[]/.test(host) && isValidReference(`//${bracketed}`) ? bracketed : encoded(host, "host");
}

/** Removes dot segments from a path, by the steps of 5.2.4. */
export function removeDots(path: string): string {
  // Steps A and D: the part before the first "/".
  const rest = path.replace(/^(?:\.\.?\/)*(?:\.\.?$)?/, "");
  const output: string[] = [];
  const segments = rest.match(/\/[^/]*|^[^/]+/g) ?? [];
  segments.forEach((segment, at) => {
    const isDots = segment === "/." || segment === "/..";
    if (segment === "/..") output.pop();
    if (!isDots) output.push(segment);
    else if (at === segments.length - 1) output.push("/");
  });
  return output.join("");
}

/**
 * Removes the dot segments of a relative path that its own segments decide. Leading ".." segments stay until it is
 * resolved. A path that would become empty is "./", since an empty reference means the base itself (4.4); "./" also
 * precedes an empty first segment, which would otherwise make the path absolute.
 */
export function removeDotsWithin(path: string): string {
  if (path === "") return "";
  const output: string[] = [];
  const segments = path.split("/");
  segments.forEach((segment, at) => {
    const isLast = at === segments.length - 1;
    if (segment === "..") {
      if (output.length === 0 || output.at(-1) === "..") output.push("..");
      else output.pop();
      if (isLast && output.at(-1) !== "..") output.push("");
    } else if (segment !== ".") {
      output.push(segment);
    } else if (isLast) {
      output.push("");
    }
  });
  return (output[0] === "" ? "./" : "") + output.join("/");
}
