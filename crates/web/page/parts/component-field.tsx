// The field of a component, in the component's colours; it grows with its text.
//
// Enter uses the changed string, and Escape restores it.
import { hides } from "../visible";
import type { Part } from "../recompose";
import { Backdrop } from "./backdrop";
import { Shown } from "./shown";

interface Props {
  name: Part;
  text: string;
  change: (text: string | undefined) => void;
  enter: () => void;
  escape: () => void;
  /** Whether the changed string has an error, which `#becomes` describes. */
  wrong: boolean;
}

export function ComponentField({ name, text, change, enter, escape, wrong }: Props) {
  const isHiding = hides(text);
  const press = (event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Enter") enter();
    else escape();
  };
  return (
    <>
      <div class="component">
        <div class="coloured">
          <Backdrop text={text} spans={isHiding ? [] : [{ start: 0, end: text.length, name }]} />
          <textarea id={`edit-${name}`} rows={1} spellcheck={false} autocomplete="off" autocapitalize="off" dir="ltr" value={text} placeholder="empty"
            aria-invalid={wrong ? "true" : undefined} aria-describedby={wrong ? "becomes" : undefined}
            onInput={(event) => change(event.currentTarget.value)} onKeyDown={press} />
        </div>
        {name !== "path" && <button type="button" class="remove" aria-label={`Remove the ${name}`} title={`Remove the ${name}`} onClick={() => change(undefined)}>×</button>}
      </div>
      {isHiding && <p class="notes">shown: <code><Shown text={text} /></code></p>}
    </>
  );
}
