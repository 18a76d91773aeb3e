// A folded part, drawn only when it is opened.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export function Folded({ summary, children }: { summary: ComponentChildren; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children}
    </details>
  );
}
