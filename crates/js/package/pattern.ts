// Texts of patterns, as the libraries read them.

/** Returns the text. Throws a `TypeError` if it has half of a surrogate pair, which UTF-8 cannot encode. */
export function encodable(text: string): string {
  if (/\p{Surrogate}/u.test(text)) {
    throw new TypeError("urispec: half of a surrogate pair is not a character, and is not in any language of UTF-8; a pattern may have \\u and four digits");
  }
  return text;
}
