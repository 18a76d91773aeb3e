// A text area for a grammar or a pattern, with colours and marked lines behind its transparent letters.
//
// The text area is the control, also for screen readers. A long text, or one with invisible characters, is shown
// in the text area's own letters without colours, since some of those characters reorder a line.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { lines, type Language } from "../tokens";
import { hides } from "../visible";

/** The maximum numbers of units and lines of a coloured text. */
const UNITS = 20_000;
const LINES = 600;

interface Props {
  id: string;
  label: string;
  text: string;
  /** Null for a text without colours. */
  language: Language | null;
  onInput: (text: string) => void;
  /** Lines with an error, and lines at which two grammars diverge, counted from 1. */
  faults: Set<number>;
  parted: Set<number>;
  /** The id of the description of the errors. */
  describedBy?: string;
  placeholder: string;
}

export function CodeField({ id, label, text, language, onInput, faults, parted, describedBy, placeholder }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const behind = useRef<HTMLPreElement>(null);
  const coloured = useMemo(() => (language && isPlain(text) ? lines(text, language) : null), [text, language]);
  // A pattern, a glob or a template is one line, which may be long.
  const isWrapped = language === null || language === "regex";
  const follow = () => {
    if (!area.current || !behind.current) return;
    behind.current.scrollTop = area.current.scrollTop;
    behind.current.scrollLeft = area.current.scrollLeft;
  };
  useLayoutEffect(follow, [text]);
  return (
    <div class="area">
      <label for={id}>{label}</label>
      <div class={`code ${coloured ? "coloured-code" : ""} ${isWrapped ? "wrapping" : ""}`}>
        {coloured && (
          <pre class="code-behind" ref={behind} aria-hidden="true">
            {coloured.map((line, index) => (
              <div key={index} class={faults.has(index + 1) ? "at-fault" : parted.has(index + 1) ? "at-parting" : undefined}>
                {line.map(({ kind, text }, at) => <span key={at} class={kind === null ? undefined : `k-${kind}`}>{text}</span>)}
                {line.length === 0 && "\u200b"}
              </div>
            ))}
          </pre>
        )}
        <textarea id={id} ref={area} rows={isWrapped ? 4 : 9} wrap={isWrapped ? "soft" : "off"} spellcheck={false} autocomplete="off" autocapitalize="off" dir="ltr" value={text}
          placeholder={placeholder} aria-invalid={faults.size > 0 ? "true" : undefined} aria-describedby={describedBy}
          onScroll={follow} onInput={(event) => onInput(event.currentTarget.value)} />
      </div>
    </div>
  );
}

/** Returns whether each character is visible as itself, so that the letters behind align with those of the field. */
function isPlain(text: string): boolean {
  if (text.length > UNITS || text.split("\n").length > LINES) return false;
  return !hides(text.replaceAll("\n", ""));
}

/** Moves the cursor to a position, and scrolls its line into view. */
export function goTo(id: string, line: number, column = 1): void {
  const area = document.getElementById(id);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const before = area.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  const end = area.value.indexOf("\n", start);
  const at = Math.min(start + column - 1, end < 0 ? area.value.length : end);
  area.focus();
  area.setSelectionRange(at, end < 0 ? area.value.length : end);
  const height = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max((line - 3) * height, 0);
}
