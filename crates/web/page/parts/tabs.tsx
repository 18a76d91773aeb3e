// The navigation: tabs in groups. The arrow keys move within a group.
//
// On a narrow page, the names of the groups are buttons, and the tabs of the chosen group are below.
import type { ComponentChildren } from "preact";
import type { ViewEntry, ViewGroup } from "../views/view";

interface Props {
  groups: ViewGroup[];
  chosen: ViewEntry;
  choose: (id: string) => void;
  children: ComponentChildren;
}

export function Tabs({ groups, chosen, choose, children }: Props) {
  const key = (event: KeyboardEvent) => {
    const all = groups.find(({ views }) => views.some(({ id }) => `tab-${id}` === (event.target as Element).id))?.views ?? [];
    const at = all.findIndex(({ id }) => `tab-${id}` === (event.target as Element).id);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const view = all[(to + all.length) % all.length];
    if (!view) return;
    choose(view.id);
    document.getElementById(`tab-${view.id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" onKeyDown={key}>
        {groups.map(({ id, title, views }) => {
          const open = views.includes(chosen);
          return (
            <div key={id} class={open ? "group open" : "group"}>
              <span class="caption" id={`group-${id}`}>{title}</span>
              <button type="button" class="caption" aria-pressed={open} onClick={() => views[0] && !open && choose(views[0].id)}>{title}</button>
              <div class="list" role="tablist" aria-labelledby={`group-${id}`}>
                {views.map((view, index) => (
                  <button
                    key={view.id}
                    type="button"
                    role="tab"
                    id={`tab-${view.id}`}
                    aria-selected={view === chosen}
                    aria-controls="view"
                    tabIndex={view === chosen || (!open && index === 0) ? 0 : -1}
                    onClick={() => choose(view.id)}
                  >
                    {view.title}
                  </button>
                ))}
              </div>
            </div>
          );
        })}
      </div>
      <div id="view" role="tabpanel" aria-labelledby={`tab-${chosen.id}`} tabIndex={-1}>
        <p class="about">{chosen.about}</p>
        {children}
      </div>
    </>
  );
}
