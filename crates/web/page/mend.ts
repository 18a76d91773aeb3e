// Mends a string until no finding offers another.
//
// In: a string, and which findings count. Out: the last string, the names of what was mended, in their order, and why
// it ended. A mend may bring another finding, and two could undo each other: a string that was there before ends it.
import type { Finding } from "./ask";
import { askOnce } from "./client";

/** How many mends are made at most. */
const MOST = 100;

export interface Mended { text: string; ids: string[]; ended: "nothing more" | "in a circle" | "after many" }

/** What is next to mend: the string's error, or the first finding that offers a string. */
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

/** Asks the library what is next, of the findings that count. */
export function nextMend(edition: string, counts: (finding: Finding) => boolean): Next {
  return async (text) => {
    const { error, findings } = await askOnce({ ask: "lint" as const, edition, text });
    // Only a valid string has the findings of the documents.
    if (error?.cause?.mended !== undefined) return { id: error.cause.id, text: error.cause.mended };
    const first = findings.find((one) => one.mended !== undefined && counts(one));
    return first?.mended === undefined ? null : { id: first.id, text: first.mended };
  };
}
