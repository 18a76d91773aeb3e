// A field of one line. A text that is too long for a responsive field is drawn in parts instead.
import { Bytes } from "../bytes";
import { FIELD } from "./long";
import { Uri } from "./uri";

interface Props {
  id: string;
  /** The name of a long text; the field's label is next to the field. */
  label: string;
  text: string;
  change: (text: string) => void;
  placeholder?: string;
  describedBy?: string;
}

export function Line({ id, label, text, change, placeholder, describedBy }: Props) {
  if (text.length > FIELD) {
    return (
      <div class="long-line" role="group" aria-label={label}>
        <Uri bytes={new Bytes(text)} spans={[]} /> <button type="button" onClick={() => change("")}>Clear</button>
      </div>
    );
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= FIELD) return;
    event.preventDefault();
    const field = event.currentTarget as HTMLInputElement;
    change(text.slice(0, field.selectionStart ?? 0) + pasted + text.slice(field.selectionEnd ?? text.length));
  };
  return (
    <input id={id} type="text" spellcheck={false} autocomplete="off" autocapitalize="off" dir="ltr" value={text} placeholder={placeholder}
      aria-describedby={describedBy} onInput={(event) => change(event.currentTarget.value)} onPaste={paste} />
  );
}
