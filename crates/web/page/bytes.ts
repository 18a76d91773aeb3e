// Offsets in bytes of UTF-8, as the library has them, on strings of UTF-16, as the page has them.
//
// A surrogate without its other half counts three bytes, as U+FFFD, which the library sees in its place. An
// offset within a character is taken as the character's beginning. Making this is linear in the text, asking is
// not: every so many units an offset is noted.

const EVERY = 1024;

export class Bytes {
  /** The offset in bytes of every 1024th unit; empty if all is ASCII. */
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

  /** The index in the string of a byte. */
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
    // The second half of a pair has no bytes of its own, and belongs to the first.
    return isSecond(this.text, unit) ? unit - 1 : unit;
  }

  /** The offset in bytes of an index in the string. */
  byte(unit: number): number {
    if (this.marks.length === 0) return Math.min(unit, this.length);
    const mark = Math.floor(Math.min(unit, this.text.length) / EVERY);
    let bytes = this.marks[mark] ?? this.length;
    for (let at = mark * EVERY; at < unit && at < this.text.length; at++) bytes += width(this.text, at);
    return bytes;
  }

  /** What stands between two bytes. */
  slice(start: number, end: number): string {
    return this.text.slice(this.unit(start), this.unit(end));
  }
}

/** How many bytes a unit adds: a pair adds four with its first half and none with its second. */
function width(text: string, unit: number): number {
  const code = text.charCodeAt(unit);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code < 0xd800 || code > 0xdfff) return 3;
  if (isSecond(text, unit)) return 0;
  const next = text.charCodeAt(unit + 1);
  return code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff ? 4 : 3;
}

/** Whether a unit is the second half of a pair. */
function isSecond(text: string, unit: number): boolean {
  const code = text.charCodeAt(unit);
  const before = text.charCodeAt(unit - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/** The length in bytes of a string. */
export function lengthOf(text: string): number {
  return new Bytes(text).length;
}
