// The warnings of an answer.
import type { Warned } from "../ask";
import { Shown } from "./shown";

export function Warnings({ all }: { all: Warned[] | undefined }) {
  if (!all || all.length === 0) return null;
  return (
    <ul class="warnings" aria-label="Warnings">
      {all.map(({ part, code, message }) => (
        <li key={`${part}${code}`}>
          <strong>Warning:</strong> {part !== undefined && `${part}: `}<Shown text={message} />
        </li>
      ))}
    </ul>
  );
}
