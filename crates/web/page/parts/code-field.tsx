// A text area for a grammar or a pattern, whose colours and marked lines stand behind its own, transparent letters.
//
// The text area is the control, and what a screen reader reads. A text that is long, or that has characters that
// cannot be seen, has its own letters and no colours: some of those characters turn a line around.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { lines, type Language } from "../tokens";
import { hides } from "../visible";

/** How many units and lines a text may have that is coloured. */
const UNITS = 20_000;
const LINES = 600;

interface Props {
  id: string;
  label: string;
  text: string;
  language: Language;
  onInput: (text: string) => void;
  /** Lines with a fault, and lines at which two grammars part, counted from 1. */
  faults: Set<number>;
  parted: Set<number>;
  /** The id of what is said of the faults. */
  describedBy?: string;
  placeholder: string;
}

export function CodeField({ id, label, text, language, onInput, faults, parted, describedBy, placeholder }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const behind = useRef<HTMLPreElement>(null);
  const coloured = useMemo(() => (isPlain(text) ? lines(text, language) : null), [text, language]);
  const follow = () => {
    if (!area.current || !behind.current) return;
    behind.current.scrollTop = area.current.scrollTop;
    behind.current.scrollLeft = area.current.scrollLeft;
  };
  useLayoutEffect(follow, [text]);
  return (
    <div class="area">
      <label for={id}>{label}</label>
      <div class={`code ${coloured ? "coloured-code" : ""} ${language === "regex" ? "wrapping" : ""}`}>
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
        <textarea id={id} ref={area} rows={9} wrap={language === "regex" ? "soft" : "off"} spellcheck={false} autocomplete="off" autocapitalize="off" dir="ltr" value={text}
          placeholder={placeholder} aria-invalid={faults.size > 0 ? "true" : undefined} aria-describedby={describedBy}
          onScroll={follow} onInput={(event) => onInput(event.currentTarget.value)} />
      </div>
    </div>
  );
}

/** Whether each character is seen as itself, so that the letters behind stand where those of the field do. */
function isPlain(text: string): boolean {
  if (text.length > UNITS || text.split("\n").length > LINES) return false;
  return !hides(text.replaceAll("\n", ""));
}

/** Puts the cursor at a place, and the line into view. */
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
