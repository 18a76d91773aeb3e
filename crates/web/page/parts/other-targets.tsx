// The targets by other documents and this browser: those that differ, each with the readers that give it.
import type { Edition, Verdict } from "../ask";
import { isAsked, nameOf } from "../readers";
import type { State } from "../state";
import { useAnswer } from "../use-answer";
import { NotAsked } from "./failed";
import { Shown, Value } from "./shown";

interface Props { state: State; edition: Edition; base: string }

export function OtherTargets({ state: { text }, edition, base }: Props) {
  const asked = isAsked(text, base);
  const { answer, request } = useAnswer(asked ? { ask: "editions" as const, text, base } : null);
  const browser = useAnswer(asked ? { ask: "browser" as const, text, base } : null);
  if (!asked) return <NotAsked />;
  if (!answer || answer.base === undefined || request?.text !== text || request.base !== base) return null;
  const own = answer.verdicts.find(({ by }) => by === edition.id);
  if (!own) return null;
  const others = [...answer.verdicts].reverse().filter((one) => one !== own);
  // This browser is first.
  const groups = groupedByTarget([...(browser.answer && !browser.stale ? [browser.answer] : []), ...others]);
  const same = groups.find(([first]) => first !== undefined && hasSameTarget(first, own));
  const different = groups.filter((group) => group !== same);
  const names = (group: Verdict[]) => group.map(({ by }) => nameOf(by)).join(", ");
  return (
    <>
      <h3>By other documents</h3>
      {same && <p>{different.length === 0 ? "All give this target" : "The same target"}: {names(same)}.</p>}
      {different.length > 0 && (
        <dl class="messages targets">
          {different.map((group) => (
            <div key={group[0]?.by} data-by={group.map(({ by }) => by).join(" ")}>
              <dt><span class="unequal" aria-hidden="true">≠</span>{names(group)}</dt>
              <dd><Target of={group[0]} /></dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Target({ of }: { of: Verdict | undefined }) {
  if (of?.target !== undefined) return <Value text={of.target} />;
  if (of?.current_document) return <>the current document{of.fragment !== undefined && <>, with the fragment <Value text={of.fragment} /></>}</>;
  return <span class="refused"><Shown text={of?.error?.message ?? "no target"} /></span>;
}

/** Returns whether two verdicts give the same target, or errors with the same message. */
function hasSameTarget(one: Verdict, other: Verdict): boolean {
  return one.target === other.target && Boolean(one.current_document) === Boolean(other.current_document) && one.fragment === other.fragment
    && (one.target !== undefined || one.current_document === true || one.error?.message === other.error?.message);
}

function groupedByTarget(verdicts: Verdict[]): Verdict[][] {
  const groups: Verdict[][] = [];
  for (const verdict of verdicts) {
    const group = groups.find(([first]) => first !== undefined && hasSameTarget(first, verdict));
    if (group) group.push(verdict);
    else groups.push([verdict]);
  }
  return groups;
}
