// The history of a production: its version in each document, and the changes.
import type { Documents, Edition } from "../ask";
import type { Set, State } from "../state";
import { useAnswer } from "../use-answer";
import { Failed, Waiting } from "./failed";
import { Rule } from "./rule";
import { Scroll } from "./scroll";
import { shortTitle, Value } from "./shown";

interface Props { edition: Edition; rule: string; state: State; set: Set; documents: Documents }

const RELATIONS: Record<string, string> = {
  equal: "the same strings",
  narrower: "more strings",
  wider: "fewer strings",
  overlapping: "some more, some fewer",
  disjoint: "different strings",
};

export function HistoryTable({ edition, rule, state, set, documents }: Props) {
  const { answer, failed } = useAnswer({ ask: "history" as const, edition: edition.id, rule });
  const title = (id: string) => shortTitle(documents.editions.find((one) => one.id === id)?.title ?? id);
  const others = [...new Map((answer?.history ?? []).filter((one) => one.edition !== edition.id).map((one) => [one.edition, one])).values()];
  const other = others.find((one) => one.edition === state.with);
  const diff = useAnswer(
    other ? { ask: "diff" as const, left: edition.id, right: other.edition, left_rule: rule, right_rule: other.rule } : null,
  );
  if (failed !== undefined) return <Failed what={failed} />;
  if (!answer) return <Waiting />;
  if (answer.history.length === 0) return <p>No other document has a corresponding production.</p>;
  return (
    <>
      <Scroll label="The production in each document">
        <table class="history">
          <caption class="aside">The production in each document</caption>
          <thead>
            <tr>
              <th scope="col">Document</th><th scope="col">Production</th><th scope="col">Section</th>
              <th scope="col">Compared with the previous</th><th scope="col">Removed</th><th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {answer.history.map(({ edition: id, grammar, rule, section, before }) => (
              <tr key={`${grammar} ${rule}`} data-version={grammar}>
                <th scope="row">{title(id)}{grammar !== id && <span class="section"> {grammar}</span>}</th>
                <td><Rule name={rule} state={state} edition={id} /></td>
                <td>{section}</td>
                <td>{before.map((one) => <span key={one.rule} class="one">{RELATIONS[one.relation] ?? one.relation}</span>)}</td>
                <td>{before.map((one) => one.only_before !== undefined && <span key={one.rule} class="one"><Value text={one.only_before} /></span>)}</td>
                <td>{before.map((one) => one.only_after !== undefined && <span key={one.rule} class="one"><Value text={one.only_after} /></span>)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {others.length > 0 && (
        <p class="field">
          <label for="with">Compare with</label>{" "}
          <select id="with" value={other?.edition ?? ""} onChange={(event) => set({ with: event.currentTarget.value }, true)}>
            <option value="">no other document</option>
            {others.map((one) => <option key={one.edition} value={one.edition}>{title(one.edition)}: {one.rule}</option>)}
          </select>
        </p>
      )}
      {other && diff.answer && (
        <p id="different">
          {diff.answer.relation === "equal" ? "Both accept the same strings." : (
            <>
              {diff.answer.only_left !== undefined && <>Only {title(edition.id)} accepts <Value text={diff.answer.only_left} />. </>}
              {diff.answer.only_right !== undefined && <>Only {title(other.edition)} accepts <Value text={diff.answer.only_right} />. </>}
              {diff.answer.common !== undefined && <>Both accept <Value text={diff.answer.common} />.</>}
            </>
          )}
        </p>
      )}
    </>
  );
}
