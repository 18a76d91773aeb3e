// The navigation: a tab for each question.
import type { ComponentChildren } from "preact";
import type { Question } from "../views/view";

interface Props {
  questions: Question[];
  chosen: Question;
  choose: (question: Question) => void;
  children: ComponentChildren;
}

export function Tabs({ questions, chosen, choose, children }: Props) {
  const key = (event: KeyboardEvent) => {
    const at = questions.findIndex(({ id }) => `tab-${id}` === (event.target as Element).id);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: questions.length - 1 }[event.key];
    const next = to === undefined ? undefined : questions[(to + questions.length) % questions.length];
    if (at < 0 || !next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Questions" onKeyDown={key}>
        {questions.map((one) => (
          <button key={one.id} type="button" role="tab" id={`tab-${one.id}`} aria-selected={one === chosen} aria-controls="view"
            tabIndex={one === chosen ? 0 : -1} onClick={() => choose(one)}>{one.title}</button>
        ))}
      </div>
      <div id="view" role="tabpanel" aria-labelledby={`tab-${chosen.id}`} tabIndex={-1}>{children}</div>
    </>
  );
}
