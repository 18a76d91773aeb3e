// A button for copying, with feedback. If the browser does not allow a page to copy, the text is shown, selected.
import { useEffect, useRef, useState } from "preact/hooks";

/** A button that copies a text. */
export function Copy({ text, label, title }: { text: () => string | Promise<string>; label: string; title?: string }) {
  const [said, setSaid] = useState("");
  const [shown, show] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.select(), [shown]);
  const copy = async () => {
    let why = "";
    try {
      const copied = await text();
      const done = await put(copied, button.current);
      show(done ? null : copied);
      why = done ? "copied" : "the browser does not let this page copy: copy the selected text";
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    setSaid(why);
    if (why === "copied") setTimeout(() => setSaid(""), 2500);
  };
  return (
    <span class="copy">
      <button type="button" ref={button} onClick={copy} title={title}>{label}</button>
      <span class="said" role="status">{said}</span>
      {shown !== null && <textarea class="by-hand" ref={field} rows={3} readOnly aria-label={`The text to copy: ${label}`} value={shown} />}
    </span>
  );
}

/**
 * Copies a text, and returns whether the browser allowed it. The clipboard API needs a secure connection and, in a
 * frame, a permission; `execCommand` needs neither. It copies from a field, which is inserted beside an element, so
 * that a dropdown around it stays open.
 */
export async function put(text: string, beside: Element | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "aside";
    (beside?.parentElement ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return done;
  }
}
