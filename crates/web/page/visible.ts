// Which characters are seen as themselves.
//
// The others are shown as escapes, as the program does in a terminal: controls, format characters that hide text
// or turn it around, spaces that look like U+0020 or like nothing, marks that join the character before them,
// private and unassigned code points, and halves of pairs. Where this browser's Unicode is newer or older than
// the program's, a new character may be shown by one and escaped by the other.

const HIDDEN = /[\p{C}\p{Zs}\p{Zl}\p{Zp}\p{Grapheme_Extend}]/u;

export interface Piece {
  text: string;
  /** The escape that is shown instead, for one character. */
  escape?: string;
  /** Words about the character. */
  title?: string;
}

/** Whether a character, one code point, changes nothing around it and can be seen. */
export function isVisible(character: string): boolean {
  return character === " " || !HIDDEN.test(character);
}

/** Whether a text has a character that is not seen as itself. */
export function hides(text: string): boolean {
  return /[^ -~]/.test(text) && [...text].some((character) => !isVisible(character));
}

/** A text in pieces: what is seen as it is, and single characters that are not. */
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

/** The text with escapes, as one string. */
export function escaped(text: string): string {
  return pieces(text).map((piece) => piece.escape ?? piece.text).join("");
}

/** The escape of a character, as Rust writes it. */
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

/** The code point and, where there is one, a name. */
export function titleOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  if (code >= 0xd800 && code <= 0xdfff) return `${number}, half of a surrogate pair, read as U+FFFD`;
  const name = NAMES[code] ?? (/\p{M}/u.test(character) ? "combining mark" : "");
  return name === "" ? number : `${number}, ${name}`;
}
