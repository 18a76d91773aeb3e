// The documents since which, and until which, the string is valid, in one line.
import type { Across } from "../ask";

/** Shows no document, one span, or several spans, with documents between them that reject the string. */
export function Since({ since }: { since: Across["since"] }) {
  if (since === undefined) return null;
  if (since.length === 0) return <p id="since">No document since 1994 accepts the whole string.</p>;
  return (
    <p id="since">
      {since.map(({ from, until }, index) => (
        <span key={from.edition}>
          {index === 0 ? "First valid" : "Valid again"} by <strong>{from.document} ({from.year})</strong>,{" "}
          {from.section.startsWith("RFC ") ? from.section : `section ${from.section}`}
          {until && <>; not by {until.document} ({until.year})</>}.{" "}
        </span>
      ))}
    </p>
  );
}
