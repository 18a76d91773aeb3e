// Since which document the string is valid, and until which: one line.
import type { Across } from "../ask";

/** No document, one span, or spans with documents between that refuse the string. */
export function Since({ since }: { since: Across["since"] }) {
  if (since === undefined) return null;
  if (since.length === 0) return <p id="since">No document since 1994 has the whole string.</p>;
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
