// The grammar of an edition as printed, with each name as a link, and the readings.
import { useMemo, useState } from "preact/hooks";
import type { PrintedGrammar, TreeNode } from "../ask";
import { Bytes } from "../bytes";
import { Failed, Waiting } from "../parts/failed";
import { namesOf, Printed } from "../parts/printed";
import { useAnswer } from "../use-answer";
import { NODES, parseRequest, type ViewProps } from "./view";

export function Grammar(props: ViewProps) {
  const { state, edition, rule } = props;
  const { answer, stale, failed } = useAnswer({ ask: "grammar" as const, edition: edition.id });
  const parsed = useAnswer(parseRequest(state, edition, rule));
  const [filter, setFilter] = useState("");
  const taken = useMemo(() => rulesOf(parsed.answer?.tree), [parsed.answer]);
  return (
    <section class={stale ? "stale" : ""}>
      <p class="field">
        <label for="filter">Filter productions</label>{" "}
        <input id="filter" type="text" spellcheck={false} autocomplete="off" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} placeholder="a name" />
      </p>
      <p class="note">
        A bar marks the productions in the tree of the string{parsed.answer?.cut && `, of which only the first ${NODES} nodes were searched`}.
      </p>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer?.grammars.map((grammar) => <One key={grammar.stem} grammar={grammar} taken={taken} filter={filter} {...props} />)}
    </section>
  );
}

const NONE = new globalThis.Set<string>();

function One({ grammar, taken, filter, state, edition, rule }: ViewProps & { grammar: PrintedGrammar; taken: globalThis.Set<string>; filter: string }) {
  const bytes = useMemo(() => new Bytes(grammar.text), [grammar]);
  const names = useMemo(() => namesOf(edition.productions), [edition]);
  const readings = new Map(grammar.readings.map((one) => [one.rule, one]));
  const wanted = filter.toLowerCase();
  // Two grammars of an edition may share a name; one of them reads the string.
  const own = edition.productions.find(({ name }) => name === rule)?.grammar === grammar.stem ? taken : NONE;
  const shown = grammar.productions.filter(({ name, start, end }) =>
    wanted === "" || name.toLowerCase().includes(wanted) || bytes.slice(start, end).toLowerCase().includes(wanted));
  return (
    <>
      <h3><code>{grammar.file}</code></h3>
      {shown.length === 0 && <p>No production contains “{filter}”.</p>}
      <ol class="grammar">
        {shown.map(({ name, start, end, section }) => {
          const reading = readings.get(name);
          return (
            <li key={start} data-production={name} class={own.has(name) ? "taken" : ""}>
              {own.has(name) && <span class="aside">in the tree of the string: </span>}
              <Printed text={bytes.slice(start, end)} names={names} state={state} edition={edition.id} />
              {section !== undefined && <span class="section">{section}</span>}
              {reading && (
                <div class="reading">
                  <p>Read as:</p>
                  <Printed text={reading.text} names={names} state={state} edition={edition.id} />
                  {reading.why !== undefined && <p>{reading.why}</p>}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** Returns the productions of a tree. */
function rulesOf(tree: TreeNode | undefined): globalThis.Set<string> {
  const rules = new globalThis.Set<string>();
  const open = tree ? [tree] : [];
  let node: TreeNode | undefined;
  while ((node = open.pop())) {
    rules.add(node.rule);
    open.push(...node.children);
  }
  return rules;
}
