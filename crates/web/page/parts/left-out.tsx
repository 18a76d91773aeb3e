// How much of a long list is drawn, in every view, and what is said of the rest.
import { number } from "./shown";

/** How many entries of a list are drawn. */
export const MOST = 100;

/** The beginning of a list. */
export function begun<T>(all: readonly T[]): readonly T[] {
  return all.length > MOST ? all.slice(0, MOST) : all;
}

/** What is said where a list has more than is drawn: of the list itself, and of what the library left out. */
export function LeftOut({ of, more = 0 }: { of: readonly unknown[]; more?: number }) {
  const count = Math.max(of.length - MOST, 0) + more;
  return count === 0 ? null : <p class="note left-out">{number(count)} more are not shown.</p>;
}
