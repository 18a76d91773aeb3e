// Converts between UTF-8 byte offsets, which the library uses, and UTF-16 indexes, which the page uses.
//
// A lone surrogate counts three bytes, like the U+FFFD that the library sees instead. An offset within a
// character means the start of the character. The constructor is linear in the text; queries are fast, because
// it records an offset at regular intervals.

const EVERY = 1024;

export class Bytes {
  /** The byte offset of every 1024th unit; empty for ASCII. */
  private readonly marks: number[] = [];
  /** The length in bytes. */
  readonly length: number;

  constructor(readonly text: string) {
    if (!/[^\0-\x7f]/.test(text)) {
      this.length = text.length;
      return;
    }
    let bytes = 0;
    for (let unit = 0; unit < text.length; unit++) {
      if (unit % EVERY === 0) this.marks.push(bytes);
      bytes += width(text, unit);
    }
    this.length = bytes;
  }

  /** Returns the string index of a byte. */
  unit(byte: number): number {
    if (byte <= 0) return 0;
    if (byte >= this.length) return this.text.length;
    if (this.marks.length === 0) return byte;
    let low = 0;
    let high = this.marks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.marks[middle] ?? 0) <= byte) low = middle;
      else high = middle - 1;
    }
    let unit = low * EVERY;
    let bytes = this.marks[low] ?? 0;
    while (unit < this.text.length) {
      const next = bytes + width(this.text, unit);
      if (next > byte) break;
      bytes = next;
      unit++;
    }
    // The second half of a pair has no bytes, and belongs to the first.
    return isSecond(this.text, unit) ? unit - 1 : unit;
  }

  /** Returns the byte offset of a string index. */
  byte(unit: number): number {
    if (this.marks.length === 0) return Math.min(unit, this.length);
    const mark = Math.floor(Math.min(unit, this.text.length) / EVERY);
    let bytes = this.marks[mark] ?? this.length;
    for (let at = mark * EVERY; at < unit && at < this.text.length; at++) bytes += width(this.text, at);
    return bytes;
  }

  /** Returns the text between two bytes. */
  slice(start: number, end: number): string {
    return this.text.slice(this.unit(start), this.unit(end));
  }
}

/** Returns the number of bytes of a unit: a pair has four in its first half and none in its second. */
function width(text: string, unit: number): number {
  const code = text.charCodeAt(unit);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code < 0xd800 || code > 0xdfff) return 3;
  if (isSecond(text, unit)) return 0;
  const next = text.charCodeAt(unit + 1);
  return code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff ? 4 : 3;
}

/** Returns whether a unit is the second half of a pair. */
function isSecond(text: string, unit: number): boolean {
  const code = text.charCodeAt(unit);
  const before = text.charCodeAt(unit - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/** Returns the length of a string in bytes. */
export function lengthOf(text: string): number {
  return new Bytes(text).length;
}
