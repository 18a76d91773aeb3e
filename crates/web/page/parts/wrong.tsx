// The error of a string, in plain words and in terms of the grammar.
import type { Edition, Wrong } from "../ask";
import type { Set, State } from "../state";
import { Rule } from "./rule";
import { number, Shown, shortTitle, Value } from "./shown";

interface Props {
  wrong: Wrong;
  state: State;
  set: Set;
  edition: Edition;
  /** Another production for whole strings that derives the string. */
  derivedBy?: string;
}

export function WrongBlock({ wrong, state, set, edition, derivedBy }: Props) {
  const { cause, offset, found, expected = [], rule_path = [], section } = wrong;
  if (offset === undefined) return <p class="cause"><Shown text={wrong.message} /></p>;
  const names = new Set_(edition.productions.map(({ name }) => name));
  return (
    <div class="wrong-block">
      {cause && (
        <p class="cause">
          <Shown text={capital(cause.text)} />. <span class="section">{shortTitle(edition.title)}, {cause.section}</span>
        </p>
      )}
      {cause?.mended !== undefined && (
        <p class="mended">
          Fixed: <Value text={cause.mended} />{" "}
          <button type="button" class="mend" onClick={() => { set({ text: cause.mended ?? "" }, true); document.getElementById("text")?.focus(); }}>Use the fixed string</button>
        </p>
      )}
      <dl class="facts">
        <dt>Byte</dt>
        <dd>{number(offset)}, at {found === "end of input" ? "the end of the string" : found === " " ? "a space" : <Value text={found} />}</dd>
        <dt>Expected</dt>
        <dd>
          <ul class="expected">
            {expected.map((name) => (
              <li key={name}>
                {names.has(name) ? <Rule name={name} state={state} edition={edition.id} /> : <code><Shown text={name} /></code>}
              </li>
            ))}
          </ul>
        </dd>
        <dt>While reading</dt>
        <dd>
          <ol class="path">
            {rule_path.map((name) => <li key={name}><Rule name={name} state={state} edition={edition.id} /></li>)}
          </ol>
          {section && <span class="section">section {section}</span>}
        </dd>
        {derivedBy !== undefined && (
          <>
            <dt>But</dt>
            <dd>
              <code>{derivedBy}</code> derives it{" "}
              <button type="button" onClick={() => set({ rule: derivedBy }, true)}>Read it as {derivedBy}</button>
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

// `Set` is imported as the type of the function that changes the state.
const Set_ = globalThis.Set;

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
