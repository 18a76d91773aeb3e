// A button that opens what stands below it; Escape, a press elsewhere or a link within closes it again.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props { id: string; label: ComponentChildren; onOpen?: () => void; children: ComponentChildren }

export function Dropdown({ id, label, onOpen, children }: Props) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const away = (event: Event) => place.current?.contains(event.target as Node) || setOpen(false);
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
    };
  }, [open]);
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const click = (event: MouseEvent) => (event.target as Element).closest("a") && setOpen(false);
  return (
    <div class="dropdown" ref={place} onKeyDown={key}>
      <button type="button" id={`open-${id}`} ref={button} aria-expanded={open} aria-controls={id}
        onClick={() => { if (!open) onOpen?.(); setOpen(!open); }}>{label} <span aria-hidden="true">▾</span></button>
      {open && <div class="dropped" id={id} onClick={click}>{children}</div>}
    </div>
  );
}
