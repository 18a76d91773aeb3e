// The page: what is asked about above, the views below.
import { render } from "preact";
import { useMemo } from "preact/hooks";
import type { Documents } from "./ask";
import { client } from "./client";
import { first, whole } from "./load";
import { Choices } from "./parts/choices";
import { Copy } from "./parts/copy";
import { Examples } from "./parts/examples";
import { Failed, Waiting } from "./parts/failed";
import { Field } from "./parts/field";
import { Tabs } from "./parts/tabs";
import { ThemeSwitch } from "./parts/theme";
import { VerdictLine } from "./parts/verdict";
import { addressOf, isLost, type Set, type State, useAddress } from "./state";
import { useAnswer } from "./use-answer";
import { VIEWS } from "./views/list";
import { LADDER, SAFE } from "./views/normalize";
import { POLICIES } from "./views/resolve";
import type { ViewProps } from "./views/view";

const DOCUMENTS = { ask: "documents" } as const;

function Page() {
  const [state, set] = useAddress();
  const { answer: documents, failed } = useAnswer(DOCUMENTS);
  return (
    <>
      <a class="skip" href="#view" onClick={(event) => { event.preventDefault(); document.getElementById("view")?.focus(); }}>
        Skip to the view
      </a>
      <header>
        <div>
          <h1>urispec</h1>
          <p>A URI as each document since 1994 sees it, by the letter. All is done in this browser; nothing is sent anywhere.</p>
        </div>
        <ThemeSwitch />
      </header>
      <main>
        <Field text={state.text} set={set} />
        {documents ? <Known documents={documents} state={state} set={set} /> : failed === undefined ? <Waiting /> : <Failed what={failed} />}
      </main>
      <footer>
        <p>
          Each answer is that of the program <code>urispec</code>, with the same words and numbers. A link to this page has the string
          in its fragment, which a browser does not send to a server.
        </p>
      </footer>
    </>
  );
}

function Known({ documents, state, set }: { documents: Documents; state: State; set: Set }) {
  const props = useMemo(() => propsOf(documents, state, set), [documents, state]);
  const chosen = VIEWS.find(({ id }) => id === state.view) ?? VIEWS[0];
  if (!props || !chosen) return <Failed what="the library has no documents" />;
  const { edition, rule } = props;
  return (
    <>
      {isLost && state.text === "" && (
        <p class="failed" role="alert">The string was too long for the address, and this browser no longer has it: this is the empty string.</p>
      )}
      {unknown(state, edition.id, chosen.id).map((said) => <p key={said} class="failed" role="alert">{said}</p>)}
      <div class="bar">
        <Choices documents={documents} edition={edition} rule={rule} state={state} set={set} />
        <Copy
          label="Copy the link"
          title="A link to exactly this view"
          text={() => location.href.replace(/#.*/s, "") + addressOf(state)}
        />
      </div>
      <VerdictLine {...props} />
      <Examples state={state} />
      <Tabs views={VIEWS} chosen={chosen} choose={(id) => set({ view: id }, true)}>
        <chosen.View key={chosen.id} {...props} />
      </Tabs>
    </>
  );
}

/** What the address asks for, and is not here. */
function unknown(state: State, edition: string, view: string): string[] {
  const is = (what: string, asked: string, shown: string) => `The address asks for ${what} that is not here, ${JSON.stringify(asked.slice(0, 40))}; this is ${shown}.`;
  const said: string[] = [];
  if (edition !== state.edition) said.push(is("an edition", state.edition, edition));
  if (view !== state.view) said.push(is("a view", state.view, view));
  if (state.rung !== "" && !LADDER.includes(state.rung)) said.push(is("a rung", state.rung, SAFE));
  const words = state.policy.split(" ").filter((word) => word !== "");
  const odd = words.find((word) => !POLICIES.some((one) => one.word === word));
  if (odd !== undefined) said.push(is("a policy of resolution", odd, "the letter of the document"));
  return said;
}

/** What the views are given, with the defaults filled in. */
function propsOf(documents: Documents, state: State, set: Set): ViewProps | null {
  const { editions } = documents;
  const edition = editions.find(({ id }) => id === state.edition) ?? editions.find(({ id }) => id === "rfc3986");
  const [whole] = edition?.whole ?? [];
  if (!edition || whole === undefined) return null;
  // A production of the address that the edition does not have is an answer of the library, and not a guess here.
  const rule = state.rule === "" ? whole : state.rule;
  return { documents, state, set, edition, rule, production: state.production === "" ? rule : state.production };
}

client.begin(whole, first());
const place = document.getElementById("page");
if (place) {
  place.replaceChildren();
  render(<Page />, place);
}
