// The error of an invalid string, or of a call without a result.

/** The cause of an error: its id, a sentence, and the section of the document that it cites. */
export interface Cause {
  /** A stable name for programs, such as `port-digits`. */
  readonly id: string;
  readonly sentence: string;
  readonly section: string;
  readonly document: string;
}

/** The argument that an error is about. */
export type Side = "base" | "reference" | "target" | "first" | "second";

/** Byte offsets in UTF-8. */
interface Place { offset: number; start: number; end: number }

/**
 * An error in a string. An argument that is not a string is a `TypeError` instead.
 *
 * Indexes refer to the JavaScript string, in UTF-16 units, so that `text.slice(error.start, error.end)` is the part to
 * underline; the message names `start`. The string itself is not kept, since it may contain a password.
 */
export class UriError extends Error {
  override readonly name = "UriError";
  declare readonly cause: Cause;
  /** The index at which the string can no longer be valid; undefined if the error has no position. */
  declare readonly offset?: number;
  /** The same position in UTF-8 bytes, as in other languages. */
  declare readonly byteOffset?: number;
  /** The span to underline: from the character that the sentence is about to the offset, or one character. */
  declare readonly start?: number;
  declare readonly end?: number;
  /** The argument that the error is about, if there are two. */
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

/** Returns the index of a UTF-8 byte of the text. A lone surrogate has three bytes, like the U+FFFD that replaces it. */
function indexOf(text: string, byte: number): number {
  let at = 0;
  for (let bytes = 0; bytes < byte && at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (code >= 0x1_0000) at++;
  }
  return at;
}
