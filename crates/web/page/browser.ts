// Parses a string with this browser's `URL`.
//
// The verdict has the form of an edition's. The serialization determines whether a query or fragment is
// empty or undefined, since the attributes do not. Nothing is fetched.
import type { Components, Verdict } from "./ask";

export function browserVerdict(text: string, base: string | undefined): Verdict {
  const by = "browser";
  const alone = parse(text);
  const joined = base === undefined ? undefined : parse(text, base);
  const target = typeof joined === "string" || joined === undefined ? undefined : joined.href;
  if (typeof alone !== "string") return { by, valid: true, components: componentsOf(alone), target };
  if (target !== undefined) return { by, valid: true, target };
  return { by, valid: false, error: { message: alone } };
}

function parse(text: string, base?: string): URL | string {
  try {
    return new URL(text, base);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function componentsOf(url: URL): Components {
  const { href } = url;
  const hash = href.indexOf("#");
  const beforeHash = hash < 0 ? href : href.slice(0, hash);
  const question = beforeHash.indexOf("?");
  const hier = (question < 0 ? beforeHash : beforeHash.slice(0, question)).slice(url.protocol.length);
  const userinfo = url.password !== "" ? `${url.username}:${url.password}` : url.username || undefined;
  const hasAuthority = hier.startsWith("//") && (url.host !== "" || url.protocol === "file:" || !url.pathname.startsWith("//"));
  return {
    scheme: url.protocol.slice(0, -1),
    authority: hasAuthority ? (userinfo === undefined ? "" : `${userinfo}@`) + url.host : undefined,
    userinfo,
    host: hasAuthority ? url.hostname : undefined,
    port: url.port === "" ? undefined : url.port,
    path: url.pathname,
    query: question < 0 ? undefined : beforeHash.slice(question + 1),
    fragment: hash < 0 ? undefined : href.slice(hash + 1),
  };
}
