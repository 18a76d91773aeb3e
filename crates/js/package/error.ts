// Why a string is no reference, or why there is no result.

/** The fault by its name, in a sentence, with the section of the document that the sentence rests on. */
export interface Cause {
  /** A name for programs, such as `port-digits`. It stays when the sentence is reworded. */
  readonly id: string;
  readonly sentence: string;
  readonly section: string;
  readonly document: string;
}

/** Which of two arguments an error is about. */
export type Side = "base" | "reference" | "target" | "first" | "second";

/** Byte offsets of UTF-8. */
interface Place { offset: number; start: number; end: number }

/**
 * What is wrong with a string. A `TypeError` says that an argument is no string.
 *
 * Indices are those of the JavaScript string, in UTF-16 units, so that `text.slice(error.start, error.end)` is what to
 * underline; the message names `start`. The string itself is not kept: it may hold a password.
 */
export class UriError extends Error {
  override readonly name = "UriError";
  declare readonly cause: Cause;
  /** The index after which no reference goes on as the string does. There is none if no place is at fault. */
  declare readonly offset?: number;
  /** The same place in bytes of UTF-8, as other languages count. */
  declare readonly byteOffset?: number;
  /** What to underline: from the character that the sentence is about to the offset, or one character. */
  declare readonly start?: number;
  declare readonly end?: number;
  /** Which argument the error is about, where there are two. */
  declare readonly side?: Side;

  /** @internal */
  static of(cause: Cause, text: string, place?: Place, side?: Side): UriError {
    return new this(cause, text, place, side);
  }

  private constructor(cause: Cause, text: string, place?: Place, side?: Side) {
    const found = place && {
      offset: indexOf(text, place.offset),
      byteOffset: place.offset,
      start: indexOf(text, place.start),
      end: indexOf(text, place.end),
    };
    const about = side === undefined ? "" : `${side}: `;
    const where = found === undefined ? "" : `at index ${found.start}: `;
    super(`${about}${where}${cause.sentence} (${cause.document}, ${cause.section})`, { cause });
    Object.assign(this, found, side && { side });
  }
}

/** The index of a byte of the text in UTF-8. A lone surrogate has three bytes, as U+FFFD, which stands for it. */
function indexOf(text: string, byte: number): number {
  let at = 0;
  for (let bytes = 0; bytes < byte && at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (code >= 0x1_0000) at++;
  }
  return at;
}
