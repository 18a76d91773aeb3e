// One line under the string, which is said aloud when it changes: whether the string is valid, and if not, why.
import { useAnswer } from "../use-answer";
import { parseRequest, type ViewProps } from "../views/view";
import { Shown, shortTitle } from "./shown";

export function VerdictLine({ state, edition, rule }: ViewProps) {
  const { answer, stale } = useAnswer(parseRequest(state, edition, rule));
  const cause = answer?.error?.cause;
  return (
    <p id="verdict" class={`verdict ${answer ? (answer.valid ? "valid" : "invalid") : ""} ${stale ? "stale" : ""}`} role="status" aria-live="polite">
      {!answer && "…"}
      {answer?.valid && <><span class="sign" aria-hidden="true">✓</span> Valid: <code>{answer.rule}</code> of {shortTitle(edition.title)} derives it.</>}
      {answer && !answer.valid && (
        <>
          <span class="sign" aria-hidden="true">✗</span> Not valid by <code>{answer.rule}</code> of {shortTitle(edition.title)}:{" "}
          <Shown text={cause ? `${cause.text} (${cause.section}), at byte ${answer.error?.offset}` : (answer.error?.message ?? "")} />.
        </>
      )}
    </p>
  );
}
