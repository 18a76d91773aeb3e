// Keyboard shortcuts, and their list. They can be turned off, for users of dictation.
import { useEffect, useRef, useState } from "preact/hooks";
import { keep, kept } from "../kept";
import { QUESTIONS } from "../views/list";
import type { Question } from "../views/view";
import { put } from "./copy";

const KEY = "urispec-keys";

interface Props { choose: (question: Question) => void; link: () => string }

export function Shortcuts({ choose, link }: Props) {
  const [said, setSaid] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useState(() => kept(KEY) === null);
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const inText = (event.target as Element).closest("input, textarea, select, [contenteditable]");
      if (event.ctrlKey || event.metaKey || event.altKey || dialog.current?.open) return;
      if (event.key === "Escape" && inText) (event.target as HTMLElement).blur();
      if (inText) return;
      const act = ACTS[event.key] ?? (/^[1-9]$/.test(event.key) ? () => toQuestion(event.key) : undefined);
      if (!act) return;
      event.preventDefault();
      act();
    };
    const field = () => document.querySelector<HTMLElement>("textarea#text, #window, #printed");
    const open_ = (id: string) => {
      document.getElementById(id)?.focus();
      document.getElementById(id)?.click();
    };
    const toQuestion = (digit: string) => {
      const question = QUESTIONS[Number(digit) - 1];
      if (question) choose(question);
    };
    const ACTS: Record<string, () => void> = {
      "/": () => { field()?.focus(); (field() as HTMLTextAreaElement | null)?.select?.(); },
      "?": () => dialog.current?.showModal(),
      c: async () => {
        setSaid((await put(link())) ? "The link is copied" : "The browser does not allow this page to copy");
        setTimeout(() => setSaid(""), 2500);
      },
      r: () => open_("open-reading"),
      s: () => open_("open-strings"),
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on, choose, link]);
  const turn = (next: boolean) => {
    setOn(next);
    keep(KEY, next ? null : "off");
  };
  return (
    <>
      <span class="said" role="status">{said}</span>
      <button type="button" class="keys-button" onClick={() => dialog.current?.showModal()}>Keys</button>
      <dialog ref={dialog} aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl class="keys">
          {LIST.map(([key, what]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}
        </dl>
        <p><label><input type="checkbox" checked={on} onChange={(event) => turn(event.currentTarget.checked)} /> Use single-key shortcuts</label></p>
        <form method="dialog"><button>Close</button></form>
      </dialog>
    </>
  );
}

const LIST: [string, string][] = [
  ["/", "focus the string, and select all of it"],
  ["Esc", "leave the string"],
  ["1 to 4", "the questions, in order"],
  ["r", "choose the document and production"],
  ["s", "choose a string"],
  ["c", "copy the link"],
  ["← →", "on a question: the previous one, the next one"],
  ["?", "this list"],
];
