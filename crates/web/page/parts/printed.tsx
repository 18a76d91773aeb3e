// A production as printed, with each name that the edition knows as a link.
import type { ComponentChild } from "preact";
import type { State } from "../state";
import { Rule } from "./rule";

interface Props {
  text: string;
  /** The names of productions, by their lower-case form. */
  names: Map<string, string>;
  state: State;
  edition: string;
}

/** Maps lower-case names to productions, since ABNF ignores case. */
export function namesOf(productions: { name: string }[]): Map<string, string> {
  return new Map(productions.map(({ name }) => [name.toLowerCase(), name]));
}

/** Words that may be names; text in quotes or in a comment is not a name. In RFC 1630 a `;` may be literal. */
const TOKENS = /"[^"\n]*"|(?<![|=] *);[^\n]*|[A-Za-z][A-Za-z0-9+_-]*/g;

export function Printed({ text, names, state, edition }: Props) {
  const parts: ComponentChild[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match;
    const name = /^[";]/.test(token) ? undefined : names.get(token) ?? names.get(token.toLowerCase());
    if (name === undefined) continue;
    parts.push(text.slice(at, match.index), <Rule name={name} state={state} edition={edition} />);
    at = match.index + token.length;
  }
  parts.push(text.slice(at));
  return <pre class="printed">{parts}</pre>;
}
