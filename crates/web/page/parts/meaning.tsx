// The scheme-specific fields of a URL, which RFC 1738 and RFC 1630 define for single schemes.
import type { FieldValue, SchemeSpecific, Wrong } from "../ask";
import type { State } from "../state";
import { Rule } from "./rule";
import { Shown, shortTitle, Value } from "./shown";

export function Meaning({ meaning, state, title }: { meaning: SchemeSpecific; state: State; title: string }) {
  const { production, unmatched, ...fields } = meaning;
  return (
    <div class="meaning">
      <h3>The fields of its scheme</h3>
      <p>
        {shortTitle(title)} derives it as a <Rule name={production} state={state} />.
        {unmatched && <Unmatched unmatched={unmatched} state={state} />}
      </p>
      <dl class="facts">
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll("_", " ")}</dt>
            <dd><Field value={value as FieldValue} /></dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Unmatched({ unmatched, state }: { unmatched: { production: string; error: Wrong }; state: State }) {
  return (
    <>
      {" "}The production of its scheme, <Rule name={unmatched.production} state={state} />, does not derive it:{" "}
      <Shown text={unmatched.error.message} />.
    </>
  );
}

function Field({ value }: { value: FieldValue }) {
  if (typeof value === "string") return <Value text={value} />;
  if (typeof value === "number") return <code>{value}</code>;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value.length === 0) return <span class="undefined">none</span>;
  return (
    <ol class="lines">
      {value.map((entry, index) => (
        <li key={index}>
          {typeof entry === "string" ? <Value text={entry} /> : <><Value text={entry.name} /> = <Value text={entry.value} /></>}
        </li>
      ))}
    </ol>
  );
}
