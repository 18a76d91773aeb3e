// The limit for drawing long lists, in every view, and the note about the rest.
import { number } from "./shown";

/** The maximum number of entries to draw. */
export const MOST = 100;

/** Returns the beginning of a list. */
export function begun<T>(all: readonly T[]): readonly T[] {
  return all.length > MOST ? all.slice(0, MOST) : all;
}

/** The note about entries that are not drawn, of the list itself, or omitted by the library. */
export function LeftOut({ of, more = 0 }: { of: readonly unknown[]; more?: number }) {
  const count = Math.max(of.length - MOST, 0) + more;
  return count === 0 ? null : <p class="note left-out">{number(count)} more are not shown.</p>;
}
