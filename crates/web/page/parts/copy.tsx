// A button for copying, with feedback.
import { useState } from "preact/hooks";

/** A button that copies a text. */
export function Copy({ text, label, title }: { text: () => string | Promise<string>; label: string; title?: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      setSaid((await put(await text())) ? "copied" : "the browser does not allow this page to copy");
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
    setTimeout(() => setSaid(""), 2500);
  };
  return (
    <span class="copy">
      <button type="button" onClick={copy} title={title}>{label}</button>
      <span class="said" role="status">{said}</span>
    </span>
  );
}

/** Copies a text, and returns whether the browser allowed it. */
export async function put(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API needs a secure connection; `execCommand` works without one.
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "aside";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
