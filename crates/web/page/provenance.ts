// Finds the origin of each component of a target.
//
// The origin is the base or the reference, in words, with the section. The lines of RFC 3986, 5.2.2, name the side. The
// steps of other documents do not; then equal values decide, with the reference before the base.
import type { Split, Step } from "./ask";

export type Part = keyof Split;
export const PARTS: Part[] = ["scheme", "authority", "path", "query", "fragment"];

export interface Origin {
  /** Whether the component, or a part of it, is the base's or the reference's. */
  base: boolean;
  reference: boolean;
  words: string;
  section?: string;
}

const WORDS = { Base: "the base’s", R: "the reference’s" };

export function originOf(part: Part, steps: Step[], base: Split, reference: Split, target: Split): Origin {
  return written(part, steps) ?? guessed(part, base, reference, target);
}

/** Returns the origin from the lines of 5.2.2 to 5.2.4. */
function written(part: Part, steps: Step[]): Origin | null {
  let origin: Origin | null = null;
  for (const { section, line = "" } of steps) {
    const simple = new RegExp(`^T\\.${part} = (R|Base)\\.${part}$`).exec(line)?.[1] as keyof typeof WORDS | undefined;
    if (simple) origin = { base: simple === "Base", reference: simple === "R", words: WORDS[simple], section };
    else if (part === "path" && line.startsWith("T.path = merge(")) {
      origin = { base: true, reference: true, words: "the base’s up to its last “/”, then the reference’s", section };
    } else if (part === "path" && line.startsWith("T.path = remove_dot_segments(")) {
      const before: Origin = origin ?? { base: false, reference: true, words: WORDS.R };
      const sections = [before.section, section].filter((one) => one !== undefined);
      origin = { ...before, words: `${before.words}, without dot segments`, section: sections.join(", ") };
    }
  }
  return origin;
}

function guessed(part: Part, base: Split, reference: Split, target: Split): Origin {
  const value = target[part];
  if (value === reference[part]) return { base: false, reference: true, words: WORDS.R };
  if (value === base[part]) return { base: true, reference: false, words: WORDS.Base };
  if (part !== "path") return { base: false, reference: false, words: "rewritten" };
  return { base: true, reference: true, words: "of both" };
}
