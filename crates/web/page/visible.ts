// Determines which characters are visible as themselves.
//
// The others are shown as escapes, as in the program's terminal output: controls, format characters that hide or
// reorder text, spaces that look like U+0020 or like nothing, marks that combine with the previous character,
// private and unassigned code points, and lone surrogates. If the Unicode versions of the browser and the
// program differ, a new character may be escaped by only one of them.

const HIDDEN = /[\p{C}\p{Zs}\p{Zl}\p{Zp}\p{Grapheme_Extend}]/u;

export interface Piece {
  text: string;
  /** The escape shown instead of a single character. */
  escape?: string;
  /** A description of the character. */
  title?: string;
}

/** Returns whether a code point is visible and does not affect the text around it. */
export function isVisible(character: string): boolean {
  return character === " " || !HIDDEN.test(character);
}

/** Returns whether a text has a character that is not visible as itself. */
export function hides(text: string): boolean {
  return /[^ -~]/.test(text) && [...text].some((character) => !isVisible(character));
}

/** Splits a text into visible pieces and single hidden characters. */
export function pieces(text: string): Piece[] {
  const all: Piece[] = [];
  // Most texts are graphic ASCII.
  if (!/[^ -~]/.test(text)) return text === "" ? all : [{ text }];
  let plain = "";
  for (const character of text) {
    if (isVisible(character)) {
      plain += character;
      continue;
    }
    if (plain !== "") all.push({ text: plain });
    plain = "";
    all.push({ text: character, escape: escapeOf(character), title: titleOf(character) });
  }
  if (plain !== "") all.push({ text: plain });
  return all;
}

/** Returns the text with escapes. */
export function escaped(text: string): string {
  return pieces(text).map((piece) => piece.escape ?? piece.text).join("");
}

/** Returns the escape of a character, as in Rust. */
export function escapeOf(character: string): string {
  const short: Record<string, string> = { "\0": "\\0", "\t": "\\t", "\r": "\\r", "\n": "\\n" };
  return short[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const NAMES: Record<number, string> = {
  0x00: "NUL", 0x09: "tab", 0x0a: "line feed", 0x0d: "carriage return", 0x1b: "escape", 0x7f: "delete",
  0x85: "next line", 0xa0: "no-break space", 0xad: "soft hyphen", 0x61c: "Arabic letter mark",
  0x200b: "zero width space", 0x200c: "zero width non-joiner", 0x200d: "zero width joiner",
  0x200e: "left-to-right mark", 0x200f: "right-to-left mark", 0x2028: "line separator",
  0x2029: "paragraph separator", 0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting", 0x202d: "left-to-right override", 0x202e: "right-to-left override",
  0x2060: "word joiner", 0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate",
  0x2068: "first strong isolate", 0x2069: "pop directional isolate", 0x3000: "ideographic space",
  0xfeff: "byte order mark",
};

/** Returns the code point and its name, if known. */
export function titleOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  if (code >= 0xd800 && code <= 0xdfff) return `${number}, half of a surrogate pair, read as U+FFFD`;
  const name = NAMES[code] ?? (/\p{M}/u.test(character) ? "combining mark" : "");
  return name === "" ? number : `${number}, ${name}`;
}
