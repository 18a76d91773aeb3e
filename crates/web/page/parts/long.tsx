// A text that is too long for a responsive field: it is drawn in parts, and a window of it can be edited.
import { useState } from "preact/hooks";
import { Bytes } from "../bytes";
import { edited } from "../edited";
import type { Set } from "../state";
import { number } from "./shown";
import { Uri } from "./uri";

/** The maximum number of units of a text in a field. */
export const FIELD = 20_000;

/** The number of units in the window. */
const WINDOW = 2000;

export function Long({ text, wrong, set }: { text: string; wrong: number | null; set: Set }) {
  const [at, move] = useState(0);
  const bytes = new Bytes(text);
  const start = edge(text, Math.min(at, Math.max(text.length - 1, 0)));
  const end = edge(text, start + WINDOW);
  const first = bytes.byte(start);
  const last = bytes.byte(end);
  const part = text.slice(start, end);
  const change = (value: string) => set({ text: text.slice(0, start) + edited(part, value) + text.slice(end) });
  return (
    <div class="long" id="text" role="group" aria-label="A long string">
      <Uri bytes={bytes} spans={[]} wrong={wrong} />
      <label for="window">Bytes {number(first)} to {number(last)} of {number(bytes.length)}</label>
      <textarea id="window" rows={4} spellcheck={false} autocomplete="off" autocapitalize="off" dir="ltr" value={part}
        onInput={(event) => change(event.currentTarget.value)} />
      <p class="tools">
        <button type="button" disabled={start === 0} onClick={() => move(Math.max(start - WINDOW, 0))}>Before</button>{" "}
        <button type="button" disabled={end >= text.length} onClick={() => move(end)}>After</button>{" "}
        <button type="button" onClick={() => move(Math.max(text.length - WINDOW, 0))}>To the end</button>{" "}
        {wrong !== null && <><button type="button" onClick={() => move(Math.max(bytes.unit(wrong) - WINDOW / 2, 0))}>To the error</button>{" "}</>}
        <button type="button" onClick={() => set({ text: "" }, true)}>Clear</button>
      </p>
    </div>
  );
}

/** Returns the unit, or the previous one if it would split a pair. */
function edge(text: string, unit: number): number {
  const code = text.charCodeAt(unit);
  const before = text.charCodeAt(unit - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? unit - 1 : Math.min(unit, text.length);
}
