// The screen of a question: its parts, one below the other. A folded part is drawn only when it is opened.
//
// The address names the part that was opened last. A link that names another part opens it and scrolls to it.
import { useEffect, useState } from "preact/hooks";
import type { Question, ViewEntry, ViewProps } from "../views/view";

export function Parts({ question, ...props }: ViewProps & { question: Question }) {
  const { state: { view }, set } = props;
  const [first] = question.parts;
  const alone = question.parts.find(({ id, field }) => id === view && field === "lines");
  const [open, setOpen] = useState<string[]>([]);
  useEffect(() => {
    if (view === first.id || open.includes(view)) return;
    setOpen([...open, view]);
    document.getElementById(`part-${view}`)?.scrollIntoView({ block: "start" });
  }, [view]);
  if (alone) return <alone.View {...props} />;
  const toggle = (id: string, opened: boolean) => {
    setOpen(opened ? [...open, id] : open.filter((one) => one !== id));
    if (opened) set({ view: id });
    else if (view === id) set({ view: first.id });
  };
  return (
    <>
      {question.parts.filter(({ field }) => field !== "lines").map((part) => (
        <Part key={part.id} part={part} isOpen={open.includes(part.id) || part.id === view} toggle={toggle} {...props} />
      ))}
    </>
  );
}

function Part({ part, isOpen, toggle, ...props }: ViewProps & { part: ViewEntry; isOpen: boolean; toggle: (id: string, opened: boolean) => void }) {
  const { id, title, about, open, View } = part;
  if (open) {
    return (
      <div class="facet" id={`part-${id}`}>
        <h2 class="aside">{title}</h2>
        <View {...props} />
      </div>
    );
  }
  return (
    <details class="facet" id={`part-${id}`} open={isOpen} onToggle={(event) => event.currentTarget.open !== isOpen && toggle(id, event.currentTarget.open)}>
      <summary><h2>{title}</h2> <span class="about">{about}</span></summary>
      {isOpen && <View {...props} />}
    </details>
  );
}
