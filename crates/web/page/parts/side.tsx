// The field of one of two compared strings, aligned with the other.
import type { Key, Set, State } from "../state";
import { hides } from "../visible";
import { Line } from "./line";
import { FIELD } from "./long";
import { Shown } from "./shown";

interface Props {
  /** The id of the field, and the state key that it edits. */
  id: string;
  of: Key;
  label: string;
  state: State;
  set: Set;
  placeholder?: string;
}

export function Side({ id, of, label, state, set, placeholder }: Props) {
  const text = state[of];
  return (
    <div class="side">
      {text.length > FIELD ? <span class="what">{label}</span> : <label for={id}>{label}</label>}
      <Line id={id} label={label} text={text} change={(value) => set({ [of]: value })} placeholder={placeholder} />
      {text.length < 2000 && hides(text) && <span class="notes">shown: <code><Shown text={text} /></code></span>}
    </div>
  );
}
