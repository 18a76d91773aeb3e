// Groups the readers of a string by their answers.
//
// The readers are all editions, this browser, and Appendix B. RFC 3986, the chosen edition, the URL Standard and this
// browser come first. Returns the groups with equal answers, and the rows of their table. RFC 1808 and Appendix B do
// not split the authority, and a browser that resolves a reference reports no components. Such a reader joins the
// first group that agrees with everything it does report.
import type { Across, Components, Documents, Split, Verdict } from "./ask";

export interface Reader {
  /** An edition, `url-parser`, `browser` or `appendix-b`. */
  by: string;
  name: string;
  about: string;
  verdict: Verdict;
  /** Whether the reader is an edition of the library. */
  edition: boolean;
}

/** Readers with the same answer. The first one's message is shown. */
export interface Group { readers: Reader[] }

/** A reader's value in a row: a text, undefined for an undefined component, or null for none. */
type Said = string | undefined | null;

export interface Row {
  name: string;
  says: (reader: Reader) => Said;
}

const COMPONENTS = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"] as const;
/** The parts of an authority. */
const PARTS = ["userinfo", "host", "port"];

/**
 * Returns whether all readers resolve a string against a base. Each target would be as long as the two together, which
 * would be too much for the main thread.
 */
export function isAsked(text: string, base: string): boolean {
  return text.length + base.length <= 200_000;
}

/** Returns the name of a reader: `RFC 3986` for `rfc3986`. */
export function nameOf(by: string): string {
  const names: Record<string, string> = {
    whatwg: "URL Standard", "url-parser": "URL Standard’s parser", browser: "this browser", "appendix-b": "Appendix B",
  };
  return names[by] ?? (/^rfc\d+$/.test(by) ? by.replace("rfc", "RFC ") : `draft ${by}`);
}

/** Returns all readers of the string, in display order. */
export function readersOf(across: Across, split: Split | undefined, browser: Verdict | undefined, documents: Documents, chosen: string): Reader[] {
  const titles = new Map(documents.editions.map(({ id, title }) => [id, title]));
  const reader = (verdict: Verdict, about: string): Reader => ({ by: verdict.by, name: nameOf(verdict.by), about, verdict, edition: titles.has(verdict.by) });
  const parser = "The parser of the URL Standard, which repairs some errors";
  const all = across.verdicts.map((verdict) => reader(verdict, titles.get(verdict.by) ?? parser));
  if (!across.verdicts.some(({ by }) => by === "url-parser")) {
    const message = "a relative reference has no meaning without a base";
    all.push(reader({ by: "url-parser", valid: false, error: { message } }, parser));
  }
  if (browser) all.push(reader(browser, "The result of new URL() in this browser"));
  if (split) all.push(reader({ by: "appendix-b", valid: true, components: split as Components }, "The regular expression of RFC 3986, Appendix B, which splits any string without judging it"));
  const first = ["rfc3986", chosen, "url-parser", "browser", "whatwg"];
  const rank = ({ by }: Reader) => (by === "appendix-b" ? Infinity : first.includes(by) ? first.indexOf(by) : first.length);
  // Other documents follow, the newest first.
  return [...all].reverse().sort((one, other) => rank(one) - rank(other) || 0);
}

/** Returns the rows in which readers may differ. */
export function rowsOf(across: Across): Row[] {
  const isSaid = (kind: string) => across.disagreements.some((one) => one.kind === kind);
  return [
    { name: "valid", says: ({ by, verdict }) => (by === "appendix-b" ? null : String(verdict.valid)) },
    { name: "opaque", says: ({ verdict }) => (isSaid("opaque") && verdict.opaque !== undefined ? String(verdict.opaque) : null) },
    ...COMPONENTS.flatMap((name): Row[] => {
      const row = { name, says: (reader: Reader) => component(reader, name) };
      // Each document names host kinds differently; this is a difference only if the library reports it.
      const kind: Row = {
        name: "host-kind",
        says: ({ by, verdict: { components } }) =>
          isSaid("host-kind") && components?.host_kind !== undefined ? (saysOther(across, "host-kind", by) ? components.host_kind : "") : null,
      };
      return name === "host" ? [row, kind] : [row];
    }),
    { name: "target", says: ({ verdict }) => verdict.target ?? (verdict.current_document ? "" : null) },
  ];
}

function component({ by, verdict: { components } }: Reader, name: (typeof COMPONENTS)[number]): Said {
  if (!components) return null;
  return (by === "appendix-b" || by === "rfc1808") && PARTS.includes(name) ? null : components[name];
}

/** Returns whether the library reports that a reader differs. */
export function saysOther(across: Across, kind: string, by: string): boolean {
  const kinds = kind === "valid" ? ["accepts", "rejects"] : kind === "productions" ? ["production"] : [kind];
  return across.disagreements.some((one) => kinds.includes(one.kind) && one.by.includes(by));
}

/** Groups the readers. */
export function grouped(readers: Reader[], rows: Row[]): Group[] {
  const groups: Group[] = [];
  for (const reader of readers) {
    const fits = ({ readers: [first] }: Group) =>
      first !== undefined && rows.every(({ says }) => says(reader) === null || says(reader) === says(first));
    const group = groups.find(fits);
    if (group) group.readers.push(reader);
    else groups.push({ readers: [reader] });
  }
  return groups;
}

/** Returns whether the values in a row differ. */
export function isDifferent(row: Row, groups: Group[]): boolean {
  const said = groups.flatMap(({ readers }) => readers.map(row.says)).filter((one) => one !== null);
  return said.some((one) => one !== said[0]);
}

/** Returns the valid answer that others are compared with: that of RFC 3986, or of the newest edition with one. */
export function standardOf(readers: Reader[]): Reader | undefined {
  const valid = readers.filter(({ edition, verdict }) => edition && verdict.valid);
  return valid.find(({ by }) => by === "rfc3986") ?? valid.find(({ by }) => by !== "whatwg") ?? valid[0];
}
