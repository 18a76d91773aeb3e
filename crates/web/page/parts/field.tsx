// The field for the string: one line that grows.
//
// Enter adds no line break, but what is pasted is kept as it is, and what cannot be seen is named below. A text
// that a field could not lay out without a pause is drawn instead, in parts.
import { useLayoutEffect, useRef } from "preact/hooks";
import { Bytes } from "../bytes";
import { isLong, LONGEST, type Set } from "../state";
import { isVisible, titleOf } from "../visible";
import { common } from "./changed";
import { counted, number } from "./shown";
import { Uri } from "./uri";

/** How many units a text may have that stands in the field. */
const FIELD = 20_000;
/** How many hidden characters are named. */
const NAMED = 6;

export function Field({ text, set }: { text: string; set: Set }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    // A field turns a carriage return into a line feed; only another text is put there.
    if (area.value !== text.replace(/\r\n?/g, "\n")) area.value = text;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const area = event.currentTarget as HTMLTextAreaElement;
    // Only what the field would change or could not hold is taken apart from the field.
    if (pasted.length <= FIELD && !pasted.includes("\r")) return;
    event.preventDefault();
    set({ text: area.value.slice(0, area.selectionStart) + pasted + area.value.slice(area.selectionEnd) }, true);
  };
  return (
    <div class="entry">
      <label for="text">String</label>
      {text.length > FIELD ? (
        <div class="long" id="text" role="group" aria-label="A long string">
          <Uri bytes={new Bytes(text)} spans={[]} />
          <button type="button" onClick={() => set({ text: "" }, true)}>Clear</button>
        </div>
      ) : (
        <textarea
          id="text"
          ref={field}
          rows={1}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          dir="ltr"
          aria-describedby="notes"
          placeholder="http://example.com/a?b#c"
          onInput={(event) => set({ text: edited(text, event.currentTarget.value) })}
          onPaste={paste}
          onKeyDown={(event) => event.key === "Enter" && !event.isComposing && event.preventDefault()}
        />
      )}
      <Notes text={text} />
    </div>
  );
}

/** The text after an edit in the field, which shows each carriage return as a line feed: what was not edited keeps its own. */
export function edited(before: string, value: string): string {
  if (!before.includes("\r")) return value;
  // The offset in `before` of each unit of what the field had.
  const places: number[] = [];
  for (let at = 0; at < before.length; at++) {
    if (before[at] === "\r" && before[at + 1] === "\n") continue;
    places.push(before[at] === "\n" && before[at - 1] === "\r" ? at - 1 : at);
  }
  const { start, end } = common(before.replace(/\r\n?/g, "\n"), value);
  const from = places[start] ?? before.length;
  const to = end === 0 ? before.length : (places[places.length - end] ?? before.length);
  return before.slice(0, from) + value.slice(start, value.length - end) + before.slice(to);
}

/** What the field does not show. */
function Notes({ text }: { text: string }) {
  const notes: string[] = [];
  if (isLong(text)) {
    notes.push(`The string is longer than ${number(LONGEST)} bytes and does not stand in the address: a link to this page does not have it.`);
  }
  const hidden = hiddenIn(text.length > 200_000 ? text.slice(0, 200_000) : text);
  if (hidden.length > 0) {
    const bytes = new Bytes(text);
    const named = hidden.slice(0, NAMED).map(({ unit, character }) => `${titleOf(character)} at byte ${number(bytes.byte(unit))}`);
    const more = hidden.length > NAMED ? `; and ${number(hidden.length - NAMED)} more` : "";
    notes.push(`${counted(hidden.length, "character")} that cannot be seen: ${named.join("; ")}${more}.`);
  }
  if (text !== text.trim() && !/[\r\n]/.test(text)) notes.push("A space stands at the beginning or the end.");
  return <div id="notes" class="notes">{notes.map((note) => <p key={note}>{note}</p>)}</div>;
}

function hiddenIn(text: string): { unit: number; character: string }[] {
  const found: { unit: number; character: string }[] = [];
  if (!/[^ -~]/.test(text)) return found;
  let unit = 0;
  for (const character of text) {
    if (!isVisible(character)) found.push({ unit, character });
    unit += character.length;
  }
  return found;
}
