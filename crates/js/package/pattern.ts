// The text of a pattern, as the libraries read it.

/** Returns the text. Throws a `TypeError` if it has half of a surrogate pair, which UTF-8 cannot encode. */
export function encodable(pattern: string): string {
  if (/\p{Surrogate}/u.test(pattern)) {
    throw new TypeError("urispec: a pattern cannot contain half of a surrogate pair; write \\u and four digits");
  }
  return pattern;
}
