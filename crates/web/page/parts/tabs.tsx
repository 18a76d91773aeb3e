// The navigation: tabs, of which the arrow keys choose the one before or after.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ViewEntry } from "../views/view";

interface Props {
  views: ViewEntry[];
  chosen: ViewEntry;
  choose: (id: string) => void;
  children: ComponentChildren;
}

export function Tabs({ views, chosen, choose, children }: Props) {
  const key = (event: KeyboardEvent) => {
    const at = views.indexOf(chosen);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: views.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const view = views[(to + views.length) % views.length];
    if (!view) return;
    choose(view.id);
    document.getElementById(`tab-${view.id}`)?.focus();
  };
  // On a phone the tabs scroll, and the chosen one may stand outside.
  useEffect(() => {
    document.getElementById(`tab-${chosen.id}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen.id]);
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Views" onKeyDown={key}>
        {views.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === chosen.id}
            aria-controls="view"
            tabIndex={id === chosen.id ? 0 : -1}
            onClick={() => choose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id="view" role="tabpanel" aria-labelledby={`tab-${chosen.id}`} tabIndex={-1}>
        <p class="about">{chosen.about}</p>
        {children}
      </div>
    </>
  );
}
