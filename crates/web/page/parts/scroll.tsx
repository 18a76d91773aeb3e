// A part of the page that scrolls to the side by itself: the keyboard reaches it, and its edges show that there is more.
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
      {more && <p class="note sideways">More stands to the side: scroll →</p>}
      <div class={more ? "scroll more" : "scroll"} ref={part} tabIndex={more ? 0 : undefined} role="group" aria-label={label}>{children}</div>
    </>
  );
}
