// A button that opens a panel below it; Escape, a click elsewhere or a link inside closes it.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props { id: string; label: ComponentChildren; onOpen?: () => void; children: ComponentChildren }

export function Dropdown({ id, label, onOpen, children }: Props) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Registered with the opening, so that a key pressed before the next frame also closes it.
  useLayoutEffect(() => {
    if (!open) return;
    const away = (event: Event) => place.current?.contains(event.target as Node) || setOpen(false);
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("keydown", escape);
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    return () => {
      document.removeEventListener("keydown", escape);
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
    };
  }, [open]);
  const click = (event: MouseEvent) => {
    if (!(event.target as Element).closest("a")) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class="dropdown" ref={place}>
      <button type="button" id={`open-${id}`} ref={button} aria-expanded={open} aria-controls={id}
        onClick={() => { if (!open) onOpen?.(); setOpen(!open); }}>{label} <span aria-hidden="true">▾</span></button>
      {open && <div class="dropped" id={id} onClick={click}>{children}</div>}
    </div>
  );
}
