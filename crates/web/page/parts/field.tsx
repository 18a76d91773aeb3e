// The field for the string: one line that grows, in the colours of its components.
//
// Enter adds no line break, except where each line is a string of its own; what is pasted is kept as it is, and what
// cannot be seen is named below. A text that a field could not lay out without a pause is drawn instead, in parts.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Parsed } from "../ask";
import { Bytes } from "../bytes";
import { inUnits, moved } from "../coloured";
import { edited } from "../edited";
import { flatSpans } from "../spans";
import type { Set } from "../state";
import { hides } from "../visible";
import { Backdrop } from "./backdrop";
import { FIELD, Long } from "./long";
import { Notes } from "./notes";

interface Props {
  text: string;
  set: Set;
  /** The last answer about a text, which may be one before. */
  parsed?: Parsed;
  /** The text that the answer is about. */
  of?: string;
  /** The part of the string that is pointed at, in bytes. */
  lit: { start: number; end: number } | null;
  /** Whether each line is a string of its own. */
  lines: boolean;
  /** The address of the view in which that is so. */
  asLines: string;
}

export function Field({ text, set, parsed, of = "", lit, lines, asLines }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    // A field turns a carriage return into a line feed; only another text is put there.
    if (area && area.value !== text.replace(/\r\n?/g, "\n")) area.value = text;
  }, [text]);
  const known = useMemo(() => (of.length > FIELD ? [] : inUnits(of, flatSpans(of, parsed?.components))), [of, parsed]);
  const current = of === text;
  const offset = current ? (parsed?.error?.offset ?? null) : null;
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
      {text.length > FIELD ? (
        <Long text={text} wrong={offset} set={set} />
      ) : (
        <>
          <label class="aside" for="text">String</label>
          <div class="coloured">
            <Behind text={text} spans={lines ? [] : moved(of, known, text)} offset={lines ? null : offset} lit={current ? lit : null} />
            <textarea
              id="text"
              ref={field}
              rows={1}
              spellcheck={false}
              autocomplete="off"
              autocapitalize="off"
              dir="ltr"
              aria-describedby="notes"
              placeholder="a URI, a relative reference, or any string"
              onInput={(event) => set({ text: edited(text, event.currentTarget.value) })}
              onPaste={paste}
              onKeyDown={(event) => event.key === "Enter" && !lines && !event.isComposing && event.preventDefault()}
            />
          </div>
        </>
      )}
      <Notes text={text} lines={lines} asLines={asLines} />
    </div>
  );
}

/**
 * The backdrop with what is in bytes in units. A text with characters that cannot be seen has no colours: some turn
 * it around, and the field shows a carriage return as a line feed.
 */
function Behind({ text, spans, offset, lit }: { text: string; spans: ReturnType<typeof inUnits>; offset: number | null; lit: Props["lit"] }) {
  const bytes = useMemo(() => new Bytes(text), [text]);
  if (hides(text.replaceAll("\n", ""))) return <Backdrop text={text.replace(/\r\n?/g, "\n")} spans={[]} />;
  const start = offset === null ? 0 : bytes.unit(offset);
  const wrong = offset === null ? null : { start, end: start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) };
  return <Backdrop text={text} spans={spans} wrong={wrong} lit={lit && { start: bytes.unit(lit.start), end: bytes.unit(lit.end) }} />;
}
