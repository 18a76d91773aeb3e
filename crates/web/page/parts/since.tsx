// Since which document the string is valid, and until which: one line.
import type { Across } from "../ask";

/** No document, one span, or spans with documents between that refuse the string. */
export function Since({ since }: { since: Across["since"] }) {
  if (since === undefined) return null;
  if (since.length === 0) return <p id="since">No document derives the whole string.</p>;
  return (
    <p id="since">
      Valid{" "}
      {since.map(({ from, until }, index) => (
        <span key={from.edition}>
          {index > 0 && ", and again "}since <strong>{from.document} ({from.year})</strong>, section {from.section}
          {until && <>, until {until.document} ({until.year})</>}
        </span>
      ))}.
    </p>
  );
}
