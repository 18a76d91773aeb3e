// One of two strings that are compared: a line in which the characters stand under those of the other.
//
// A text that a field could not lay out without a pause is drawn instead, in parts.
import { useMemo } from "preact/hooks";
import { Bytes } from "../bytes";
import type { Key, Set, State } from "../state";
import { isVisible } from "../visible";
import { Shown } from "./shown";
import { Uri } from "./uri";

/** How many units a text may have that stands in the field. */
const FIELD = 20_000;

interface Props {
  /** The id of the field, and the key of the state that the field is of. */
  id: string;
  of: Key;
  label: string;
  state: State;
  set: Set;
  placeholder?: string;
}

export function Side({ id, of, label, state, set, placeholder }: Props) {
  const text = state[of];
  const bytes = useMemo(() => new Bytes(text), [text]);
  const hides = text.length < 2000 && [...text].some((character) => !isVisible(character));
  if (text.length > FIELD) {
    return (
      <div class="side" role="group" aria-label={label}>
        <span class="what">{label}</span>
        <div class="long-side"><Uri bytes={bytes} spans={[]} /> <button type="button" onClick={() => set({ [of]: "" }, true)}>Clear</button></div>
      </div>
    );
  }
  return (
    <div class="side">
      <label for={id}>{label}</label>
      <input id={id} type="text" spellcheck={false} autocomplete="off" autocapitalize="off" dir="ltr" value={text}
        placeholder={placeholder} onInput={(event) => set({ [of]: event.currentTarget.value })} />
      {hides && <span class="notes">shown: <code><Shown text={text} /></code></span>}
    </div>
  );
}
