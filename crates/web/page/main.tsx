// The page: the string at the top, the views below.
import { render } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Documents } from "./ask";
import { client } from "./client";
import { EMBEDDED, reportHeight } from "./embed";
import { first, whole } from "./load";
import { Chips } from "./parts/chips";
import { Failed, Waiting } from "./parts/failed";
import { Field } from "./parts/field";
import { Footer } from "./parts/footer";
import { FIELD } from "./parts/long";
import { Menu } from "./parts/menu";
import { Parts } from "./parts/question";
import { Reading } from "./parts/reading";
import { Share } from "./parts/share";
import { Shortcuts } from "./parts/shortcuts";
import { Tabs } from "./parts/tabs";
import { ThemeSwitch } from "./parts/theme";
import { Unknown } from "./parts/unknown";
import { VerdictLine } from "./parts/verdict";
import { look } from "./recent";
import { replaceInField } from "./replace";
import { addressOf, isLong, type Key, linkTo, lost, type Set, type State, useAddress } from "./state";
import { useAnswer } from "./use-answer";
import { escaped } from "./visible";
import { QUESTIONS, VIEWS } from "./views/list";
import { parseRequest, type Question, type ViewProps } from "./views/view";

const DOCUMENTS = { ask: "documents" } as const;

/** The texts that may be too long for the address. */
const NAMES: Partial<Record<Key, string>> = {
  text: "The string", other: "The other string", base: "The base", printed: "The first language", against: "The second language",
};

function Page() {
  const [state, setState] = useAddress();
  // A step of the page, such as a correction, is also one that the field can undo.
  const set: Set = useCallback((change, push) => {
    setState(change, push);
    if (push && change.text !== undefined && change.text.length <= FIELD) replaceInField(change.text);
  }, [setState]);
  const { answer: documents, failed } = useAnswer(DOCUMENTS);
  const [lit, light] = useState<{ start: number; end: number } | null>(null);
  const props = useMemo(() => documents && propsOf(documents, state, set, light), [documents, state]);
  const question = QUESTIONS.find(({ parts }) => parts.some(({ id }) => id === state.view)) ?? QUESTIONS[0];
  const view = VIEWS.find(({ id }) => id === state.view) ?? question.parts[0];
  const parsed = useAnswer(props && view.field === undefined ? parseRequest(state, props.edition, props.rule) : null);
  // The verdict line also has the browser's reading and the warnings; a long text would keep the worker busy.
  const isShort = view.field === undefined && state.text.length <= FIELD;
  const browser = useAnswer(props && isShort ? { ask: "browser" as const, text: state.text } : null);
  const lint = useAnswer(props && isShort ? { ask: "lint" as const, edition: props.edition.id, text: state.text } : null);
  const choose = useCallback((to: Question) => set({ view: to.parts[0].id }, true), [set]);
  useEffect(() => light(null), [state.text, state.view]);
  // A visitor without a link begins to type or paste at once.
  useEffect(() => {
    if (EMBEDDED || !/^#?$/.test(location.hash)) return;
    const field = document.getElementById("text");
    if (field instanceof HTMLTextAreaElement) {
      field.focus({ preventScroll: true });
      field.select();
    }
  }, []);
  useEffect(() => look(state.text), [state.text]);
  useEffect(() => {
    const text = state.text === "" ? "the empty string" : escaped(state.text.length > 60 ? `${state.text.slice(0, 60)}…` : state.text);
    document.title = `${view.field === "none" ? "" : `${text} · `}${view.title} · urispec`;
  }, [state.text, view]);
  const content = (
    <>
      {!EMBEDDED && view.field !== "none" && <Chips />}
      {(view.field === undefined || view.field === "lines") && (
        <Field text={state.text} set={setState} parsed={parsed.answer} of={parsed.request?.text} lit={lit}
          lines={view.field === "lines"} asLines={addressOf({ ...state, view: "lines" })} />
      )}
      {!props && (failed === undefined ? <Waiting /> : <Failed what={failed} />)}
      {props && (
        <>
          <div class="bar">
            {view.field === undefined && <VerdictLine edition={props.edition} state={state} parsed={parsed} browser={browser} lint={lint} />}
            <div class="switches">
              {view.field !== "none" && <Reading {...props} />}
              <Share {...props} view={view} />
            </div>
          </div>
          {lost.filter((key) => state[key] === "").map((key) => (
            <p key={key} class="failed" role="alert">{NAMES[key] ?? "A text"} was too long for the address, and this browser no longer has it; it is now empty.</p>
          ))}
          {(Object.keys(NAMES) as Key[]).filter((key) => key !== "text" && isLong(state[key])).map((key) => (
            <p key={key} class="note">{NAMES[key]} is too long for the address: a link to this page does not include it.</p>
          ))}
          <Unknown state={state} edition={props.edition.id} view={view.id} />
          {EMBEDDED ? <view.View key={view.id} {...props} /> : <Parts key={question.id} question={question} {...props} />}
        </>
      )}
    </>
  );
  return (
    <>
      <a class="skip" href="#view" onClick={(event) => { event.preventDefault(); document.getElementById("view")?.focus(); }}>
        Skip to the answer
      </a>
      {!EMBEDDED && (
        <header>
          <h1>urispec</h1>
          <p>Answers by the documents that define URLs. Everything stays in this browser.</p>
          <div class="switches">
            <Menu state={state} />
            <Shortcuts choose={choose} link={() => linkTo(state)} />
            <ThemeSwitch />
          </div>
        </header>
      )}
      <main>{EMBEDDED ? content : <Tabs questions={QUESTIONS} chosen={question} choose={choose}>{content}</Tabs>}</main>
      <Footer state={state} />
    </>
  );
}

/** Returns the props of the views, with the defaults filled in. */
function propsOf(documents: Documents, state: State, set: Set, light: ViewProps["light"]): ViewProps | undefined {
  const { editions } = documents;
  const edition = editions.find(({ id }) => id === state.edition) ?? editions.find(({ id }) => id === "rfc3986");
  const [whole] = edition?.whole ?? [];
  if (!edition || whole === undefined) return undefined;
  // If the edition does not have the production in the address, the library reports it.
  const rule = state.rule === "" ? whole : state.rule;
  return { documents, state, set, light, edition, rule, production: state.production === "" ? rule : state.production };
}

client.begin(whole, first());
const place = document.getElementById("page");
if (place) {
  place.replaceChildren();
  document.documentElement.classList.toggle("embedded", EMBEDDED);
  render(<Page />, place);
  reportHeight();
}
