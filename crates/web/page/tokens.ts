// Splits a grammar or a pattern into tokens for colouring: comments, strings, values, rule names, operators.
//
// Concatenating the tokens gives the text. Nothing is checked: a text with an error has colours too, and a mark has
// the meaning of most notations.

export type Language = "printed" | "pest" | "regex";
export type Kind = "comment" | "string" | "value" | "rule" | "operator";
export interface Token { kind: Kind | null; text: string }

const LANGUAGES: Record<Language, RegExp> = {
  printed: /(?<comment>;[^\n]*|\/\*[^]*?\*\/|\(\*[^]*?\*\))|(?<string>"[^"\n]*"|'[^'\n]*'|<[^>\n]*>)|(?<value>%[bdxis][^\s()/[\]]*|#x[\dA-Fa-f]+|\d+(?![\w-]))|(?<rule>^[ \t]*<?[A-Za-z][\w-]*>?(?=[ \t]*(?:::?)?=))|(?<operator>::=|=\/?|[/|*+?[\](){},!]|\d+(?=[*A-Za-z(<[]))/gm,
  pest: /(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)|(?<string>\^?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?<value>\b(?:ANY|SOI|EOI|PUSH|POP|PEEK|DROP|ASCII[A-Z_]*|NEWLINE)\b|\{\d[\d,]*\})|(?<rule>^[ \t]*[A-Za-z_]\w*(?=[ \t]*=))|(?<operator>\.\.|[=~|*+?!&@$_{}()])/gm,
  regex: /(?<comment>\(\?#[^)]*\)?)|(?<string>\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\])|(?<value>\\(?:[pP]\{[^}]*\}|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|.))|(?<rule>[\^$])|(?<operator>\(\?(?:[:=!>|]|<[=!]|P?<\w+>|[A-Za-z-]+[:)])|[|()*+?.]|\{\d*,?\d*\})/gms,
};

export function tokens(text: string, language: Language): Token[] {
  const all: Token[] = [];
  let at = 0;
  for (const match of text.matchAll(LANGUAGES[language])) {
    if (match.index > at) all.push({ kind: null, text: text.slice(at, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] as Kind | undefined;
    all.push({ kind: kind ?? null, text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < text.length) all.push({ kind: null, text: text.slice(at) });
  return all;
}

/** Returns the tokens of each line, without line breaks. */
export function lines(text: string, language: Language): Token[][] {
  const out: Token[][] = [[]];
  for (const { kind, text: token } of tokens(text, language)) {
    token.split("\n").forEach((part, index) => {
      if (index > 0) out.push([]);
      if (part !== "") out.at(-1)?.push({ kind, text: part });
    });
  }
  return out;
}
