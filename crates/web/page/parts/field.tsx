// The input field of the string: one line that grows, in the colours of its components.
//
// Enter adds no line break, except if each line is a separate string. Pasted text is kept unchanged, and invisible
// characters are listed below. A text that is too long for a responsive field is drawn in parts instead.
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
  /** The last answer, possibly about an earlier text. */
  parsed?: Parsed;
  /** The text of that answer. */
  of?: string;
  /** The highlighted part of the string, in bytes. */
  lit: { start: number; end: number } | null;
  /** Whether each line is a separate string. */
  lines: boolean;
  /** The address of the view for separate lines. */
  asLines: string;
}

export function Field({ text, set, parsed, of = "", lit, lines, asLines }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    // A field turns a carriage return into a line feed, so only a different text is written.
    if (area && area.value !== text.replace(/\r\n?/g, "\n")) area.value = text;
  }, [text]);
  const known = useMemo(() => (of.length > FIELD ? [] : inUnits(of, flatSpans(of, parsed?.components))), [of, parsed]);
  const current = of === text;
  const offset = current ? (parsed?.error?.offset ?? null) : null;
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const area = event.currentTarget as HTMLTextAreaElement;
    const isWhole = area.selectionStart === 0 && area.selectionEnd === area.value.length;
    // A pasted list is not one string.
    if (!lines && isWhole && pasted.length <= FIELD && pasted.trim().split(/\r\n?|\n/).filter((line) => line.trim() !== "").length > 1) {
      event.preventDefault();
      set({ text: pasted.trim(), view: "lines" }, true);
      return;
    }
    // Only text that the field would change, or that is too long for it, is handled here.
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
              aria-describedby={lines ? "notes" : "verdict notes"}
              aria-invalid={current && !lines && text !== "" && parsed?.valid === false ? "true" : undefined}
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
 * The backdrop, with byte offsets converted to units. A text with invisible characters has no colours: some reorder
 * it, and the field shows a carriage return as a line feed.
 */
function Behind({ text, spans, offset, lit }: { text: string; spans: ReturnType<typeof inUnits>; offset: number | null; lit: Props["lit"] }) {
  const bytes = useMemo(() => new Bytes(text), [text]);
  if (hides(text.replaceAll("\n", ""))) return <Backdrop text={text.replace(/\r\n?/g, "\n")} spans={[]} />;
  const start = offset === null ? 0 : bytes.unit(offset);
  const wrong = offset === null ? null : { start, end: start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) };
  return <Backdrop text={text} spans={spans} wrong={wrong} lit={lit && { start: bytes.unit(lit.start), end: bytes.unit(lit.end) }} />;
}
