// A part of the page that scrolls sideways: it can be focused by keyboard, and its edges show that there is more.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  const part = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const look = () => setMore(element.scrollWidth > element.clientWidth + 1);
    const watch = new ResizeObserver(look);
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => watch.disconnect();
  }, []);
  return (
    <>
      {more && <p class="note sideways">Scroll sideways for more →</p>}
      <div class={more ? "scroll more" : "scroll"} ref={part} tabIndex={more ? 0 : undefined} role="group" aria-label={label}>{children}</div>
    </>
  );
}
