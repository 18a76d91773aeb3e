// Aligns two strings: returns the runs in which they are equal, and those in which they differ.
//
// The runs are in order, and concatenating their sides gives the strings. The alignment has the least cost (Needleman
// and Wunsch): a letter next to its other case costs 1, a gap 2, a different character 3, so that a `/` is paired with
// its equal after an inserted `:80`. If the differing middle is long, it is a single run, since the table of the
// algorithm grows with the product of the lengths.

import { common } from "./common";

export interface Run { same: boolean; a: string; b: string }

/** The largest table, in cells. */
const CELLS = 160_000;
/** The cost of a character without a partner, and of two different characters. */
const GAP = 2;
const OTHER = 3;

export function aligned(a: string, b: string): Run[] {
  const { start, end } = common(a, b);
  const from = start - (splits(a, start) || splits(b, start) ? 1 : 0);
  const to = end - (splits(a, a.length - end) || splits(b, b.length - end) ? 1 : 0);
  const head = { same: true, a: a.slice(0, from), b: b.slice(0, from) };
  const tail = { same: true, a: a.slice(a.length - to), b: b.slice(b.length - to) };
  return merged([head, ...steps(a.slice(from, a.length - to), b.slice(from, b.length - to)), tail]);
}

/** Returns whether a position is within a surrogate pair. */
function splits(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** Returns runs of one character each. */
function steps(from: string, to: string): Run[] {
  if (from === "" || to === "" || (from.length + 1) * (to.length + 1) > CELLS) return [{ same: false, a: from, b: to }];
  const [a, b] = [[...from], [...to]];
  const width = b.length + 1;
  const cost = new Uint32Array((a.length + 1) * width);
  const change = (row: number, column: number) => {
    const [one = "", other = ""] = [a[row - 1], b[column - 1]];
    return one === other ? 0 : one.toLowerCase() === other.toLowerCase() ? 1 : OTHER;
  };
  const at = (row: number, column: number) => cost[row * width + column] ?? 0;
  for (let row = 0; row <= a.length; row++) {
    for (let column = 0; column <= b.length; column++) {
      cost[row * width + column] = row === 0 ? GAP * column : column === 0 ? GAP * row
        : Math.min(at(row - 1, column - 1) + change(row, column), at(row - 1, column) + GAP, at(row, column - 1) + GAP);
    }
  }
  const back: Run[] = [];
  let [row, column] = [a.length, b.length];
  while (row > 0 || column > 0) {
    const both = row > 0 && column > 0 && at(row, column) === at(row - 1, column - 1) + change(row, column);
    const one = !both && row > 0 && at(row, column) === at(row - 1, column) + GAP;
    const [left, right] = [both || one ? (a[row - 1] ?? "") : "", both || !one ? (b[column - 1] ?? "") : ""];
    back.push({ same: left === right, a: left, b: right });
    if (both || one) row--;
    if (both || !one) column--;
  }
  return back.reverse();
}

/** Joins adjacent runs of the same kind. */
function merged(runs: Run[]): Run[] {
  const out: Run[] = [];
  for (const run of runs) {
    if (run.a === "" && run.b === "") continue;
    const last = out.at(-1);
    if (last && last.same === run.same) {
      last.a += run.a;
      last.b += run.b;
    } else out.push({ ...run });
  }
  return out;
}
