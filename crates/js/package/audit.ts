// The entry `urispec/audit`: whether two grammars, or a grammar and a regular expression, accept the same strings.
//
// In: texts of grammars and patterns. Out: verdicts, with the shortest string that only one side accepts.

import type * as records from "../../web/page/ask.js";
import { ask, RequestError } from "./library.js";

export { RequestError };
export type { Audited, AuditedPattern, Departure, Different, Judged, Regex } from "../../web/page/ask.js";

/** A printed grammar: its text, its notation if the text does not tell, and the production to compare. */
export interface Printed { printed: string; notation?: string; rule?: string }

/** Compares a printed grammar with a grammar of pest, production by production. */
export function auditPest(pest: string, options: Printed): records.Audited {
  const request = { ask: "audit", kind: "pest", other: pest, ...printed(options) } as const;
  return ask(request, "other", "printed") as records.Audited;
}

/** Compares a production with a regular expression, `ecmascript` unless another dialect is named. */
export function auditRegex(
  pattern: string | RegExp, options: Printed & { dialect?: string },
): records.AuditedPattern {
  const { dialect = "ecmascript" } = options;
  const other = typeof pattern === "string" ? pattern : sourceOf(pattern);
  const request = { ask: "audit", kind: "regex", other, dialect, ...printed(options) } as const;
  return ask(request, "other", "printed") as records.AuditedPattern;
}

/** A production of a document as a regular expression, proven to match exactly its strings. */
export function regex(rule: string, options: { edition?: string; dialect?: string } = {}): records.Regex {
  const { edition = "rfc3986", dialect = "ecmascript" } = options;
  return ask({ ask: "regex", edition, rule, dialect }, "rule");
}

/** How the languages of two productions relate, with witnesses. */
export function diff(
  left: { edition: string; rule: string }, right: { edition: string; rule?: string },
): records.Different {
  const rules = { left: left.edition, left_rule: left.rule, right: right.edition, right_rule: right.rule };
  return ask({ ask: "diff", ...rules }, "left", "left_rule", "right");
}

function printed({ printed, notation, rule }: Printed): Printed {
  return { printed, notation, rule };
}

/** The flags that change which strings match stand in no pattern, so that no verdict would be about them. */
function sourceOf({ source, flags }: RegExp): string {
  if (/[imsvy]/.test(flags)) throw new TypeError(`urispec: a pattern with the flags ${flags} is not compared`);
  return source;
}
