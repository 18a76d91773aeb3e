// Finds the spans of the components of a string.
//
// The library reports components without offsets. Recomposing them with the delimiters of RFC 3986, 5.3, gives
// spans in bytes, in order, including the delimiters. If the result is not the string or its end (rfc1630 allows
// `url:` before a URL), the spans are unknown.
import type { Components, TreeNode } from "./ask";
import { lengthOf } from "./bytes";

export type ComponentName = "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "query" | "fragment";

export const COMPONENTS: { name: ComponentName; depth: number }[] = [
  { name: "scheme", depth: 0 },
  { name: "authority", depth: 0 },
  { name: "userinfo", depth: 1 },
  { name: "host", depth: 1 },
  { name: "port", depth: 1 },
  { name: "path", depth: 0 },
  { name: "query", depth: 0 },
  { name: "fragment", depth: 0 },
];

export interface Span { start: number; end: number; name: ComponentName | null }

/** The span of each component; a component with parts is only in `whole`. */
export interface Spans { flat: Span[]; whole: Partial<Record<ComponentName, { start: number; end: number }>> }

export function spansOf(text: string, components: Components): Spans | null {
  const { scheme, authority, userinfo, host, port, path, query, fragment } = components;
  const out: Spans = { flat: [], whole: {} };
  let written = "";
  let at = 0;
  const write = (name: ComponentName | null, piece: string) => {
    const end = at + lengthOf(piece);
    if (name) out.whole[name] = { start: at, end };
    out.flat.push({ start: at, end, name });
    written += piece;
    at = end;
  };
  if (scheme !== undefined) {
    write("scheme", scheme);
    write(null, ":");
  }
  if (authority !== undefined) {
    write(null, "//");
    const start = at;
    const recomposed =
      (userinfo === undefined ? "" : `${userinfo}@`) + (host ?? "") + (port === undefined ? "" : `:${port}`);
    if (recomposed === authority) {
      if (userinfo !== undefined) {
        write("userinfo", userinfo);
        write(null, "@");
      }
      if (host !== undefined) write("host", host);
      if (port !== undefined) {
        write(null, ":");
        write("port", port);
      }
    } else {
      write("authority", authority);
    }
    out.whole.authority = { start, end: at };
  }
  write("path", path);
  if (query !== undefined) {
    write(null, "?");
    write("query", query);
  }
  if (fragment !== undefined) {
    write(null, "#");
    write("fragment", fragment);
  }
  if (written === text) return out;
  if (!text.endsWith(written)) return null;
  const before = lengthOf(text) - at;
  for (const span of [...out.flat, ...Object.values(out.whole)]) {
    span.start += before;
    span.end += before;
  }
  out.flat.unshift({ start: 0, end: before, name: null });
  return out;
}

/** Returns the consecutive spans of a string; empty if it has no components, or no such spans. */
export function flatSpans(text: string, components: Components | undefined): Span[] {
  return (components && spansOf(text, components)?.flat) ?? [];
}

const WORDS: Record<ComponentName, RegExp> = {
  scheme: /scheme/i,
  authority: /authority|server|login|hostport|net.?loc/i,
  userinfo: /userinfo|user/i,
  host: /host|address|name/i,
  port: /port/i,
  path: /path|part|segment/i,
  query: /query|search/i,
  fragment: /fragment/i,
};

/**
 * Returns the production that derives a component: the tree node over its span that has its name, or else the
 * outermost with a matching name.
 */
export function productionOf(tree: TreeNode, name: ComponentName, span: { start: number; end: number }): string | null {
  let node: TreeNode | undefined = tree;
  let found: string | null = null;
  const open = [tree];
  while ((node = open.pop())) {
    if (node.start === span.start && node.end === span.end) {
      if (node.rule === name) return name;
      if (found === null && WORDS[name].test(node.rule)) found = node.rule;
    }
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child && child.start <= span.start && child.end >= span.end) open.push(child);
    }
  }
  return found;
}
