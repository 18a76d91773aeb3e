// Components as fast-uri takes and gives them.

import { isValidReference } from "./index.js";

/** What a component holds beside triplets (RFC 3986, Appendix A). A `:` in a host would begin a port. */
const HELD = {
  userinfo: /[^A-Za-z0-9\-._~!$&'()*+,;=:%]/gu,
  host: /[^A-Za-z0-9\-._~!$&'()*+,;=%]/gu,
  path: /[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/gu,
  query: /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]/gu,
};

const triplet = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
const encoder = new TextEncoder();

/** A character as the triplets of its octets (2.1). */
export const octets = (character: string): string => [...encoder.encode(character)].map(triplet).join("");

/** The text with everything encoded that the component does not hold. A "%" that begins no triplet is data (2.4). */
export function encoded(text: string, component: keyof typeof HELD): string {
  return text
    .replace(/%([0-9A-Fa-f]{2})?/g, (_, digits?: string) => `%${digits?.toUpperCase() ?? "25"}`)
    .replace(HELD[component], octets);
}

/** A host without its brackets. */
export function bare(host: string): string {
  return /^\[[^v]/i.test(host) ? host.slice(1, -1) : host;
}

/** A host with its brackets, if it is an address that has them. */
export function hostOf(host: string): string {
  const bracketed = host.startsWith("[") ? host : `[${host}]`;
  return /[:[]/.test(host) && isValidReference(`//${bracketed}`) ? bracketed : encoded(host, "host");
}

/** A path without dot segments (5.2.4). In a relative one, leading ".." stay: they are removed when it is resolved. */
export function removeDots(path: string, isRelative: boolean): string {
  const output: string[] = [];
  const segments = path.split("/");
  const isRooted = segments[0] === "" && segments.length > 1;
  if (isRooted) segments.shift();
  segments.forEach((segment, at) => {
    const isLast = at === segments.length - 1;
    if (segment === "..") {
      if (isRelative && (output.length === 0 || output.at(-1) === "..")) output.push("..");
      else output.pop();
      if (isLast && output.at(-1) !== "..") output.push("");
    } else if (segment !== ".") {
      output.push(segment);
    } else if (isLast && path !== ".") {
      output.push("");
    }
  });
  return (isRooted ? "/" : "") + output.join("/");
}
