// A field for another string than the one that everything is about.
import type { Key, Set, State } from "../state";
import { isVisible } from "../visible";
import { Shown } from "./shown";

interface Props {
  /** The key of the state that the field is of. */
  of: Key;
  label: string;
  state: State;
  set: Set;
  placeholder?: string;
}

export function Input({ of, label, state, set, placeholder }: Props) {
  const text = state[of];
  const hides = text.length < 2000 && [...text].some((character) => !isVisible(character));
  return (
    <p class="field">
      <label for={of}>{label}</label>{" "}
      <input id={of} type="text" spellcheck={false} autocomplete="off" autocapitalize="off" value={text}
        onInput={(event) => set({ [of]: event.currentTarget.value })} placeholder={placeholder} />
      {hides && <span class="notes"> shown: <code><Shown text={text} /></code></span>}
    </p>
  );
}
