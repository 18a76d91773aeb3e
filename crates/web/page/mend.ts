// Applies fixes to a string until no finding offers another.
//
// Returns the last string, the ids of the applied fixes in order, and the reason for stopping. A fix may cause
// another finding, and two fixes could undo each other: a repeated string stops the loop.
import type { Finding } from "./ask";
import { askOnce } from "./client";

/** The maximum number of fixes. */
const MOST = 100;

export interface Mended { text: string; ids: string[]; ended: "nothing more" | "in a circle" | "after many" }

/** Returns the next fix: of the string's error, or of the first finding that offers one. */
type Next = (text: string) => Promise<{ id: string; text: string } | null>;

export async function mendAll(text: string, next: Next): Promise<Mended> {
  const seen = new Set([text]);
  const ids: string[] = [];
  while (ids.length < MOST) {
    const mend = await next(text);
    if (!mend) return { text, ids, ended: "nothing more" };
    if (seen.has(mend.text)) return { text, ids, ended: "in a circle" };
    seen.add(mend.text);
    ids.push(mend.id);
    text = mend.text;
  }
  return { text, ids, ended: "after many" };
}

/** Asks the library for the next fix among the findings that count. */
export function nextMend(edition: string, counts: (finding: Finding) => boolean): Next {
  return async (text) => {
    const { error, findings } = await askOnce({ ask: "lint" as const, edition, text });
    // Only a valid string has findings of the documents.
    if (error?.cause?.mended !== undefined) return { id: error.cause.id, text: error.cause.mended };
    const first = findings.find((one) => one.mended !== undefined && counts(one));
    return first?.mended === undefined ? null : { id: first.id, text: first.mended };
  };
}
