// A production, with all known facts, and its application to the string.
import { useMemo } from "preact/hooks";
import type { ExplainedProduction, TreeNode } from "../ask";
import { Bytes } from "../bytes";
import { AutomatonDetails } from "../parts/automaton";
import { DocumentSelect } from "../parts/choices";
import { Command } from "../parts/command";
import { Railroad, useDiagram } from "../parts/diagram";
import { Failed, Waiting } from "../parts/failed";
import { HistoryTable } from "../parts/history";
import { namesOf, Printed } from "../parts/printed";
import { RegexDetails } from "../parts/regex";
import { Shown, shortTitle, Value } from "../parts/shown";
import { Strings } from "../parts/strings";
import { addressOf } from "../state";
import { useAnswer } from "../use-answer";
import { NODES, parseRequest, type ViewProps } from "./view";

export function Production(props: ViewProps) {
  const { state, set, edition, production } = props;
  const { answer, stale, failed } = useAnswer({ ask: "explain" as const, edition: edition.id, rule: production });
  const names = [...new Set(edition.productions.map(({ name }) => name))];
  return (
    <section class={stale ? "stale" : ""}>
      <p class="field">
        <label for="document">Document</label> <DocumentSelect id="document" {...props} />{" "}
        <label for="production">Production</label>{" "}
        <select id="production" value={production} onChange={(event) => set({ production: event.currentTarget.value }, true)}>
          {!names.includes(production) && <option value={production}>{production}</option>}
          {names.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </p>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && failed === undefined && (
        <>
          <Title {...props} one={answer.productions[0]} />
          <OfString {...props} />
          {answer.productions.map((one) => <Known key={one.grammar} one={one} many={answer.productions.length > 1} {...props} />)}
          <AutomatonDetails key={`automaton ${edition.id} ${production}`} edition={edition.id} rule={production} text={state.text} />
          <h3>History of the production</h3>
          <HistoryTable edition={edition} rule={production} state={state} set={set} documents={props.documents} />
          <RegexDetails key={`regex ${edition.id} ${production}`} edition={edition.id} rule={production} />
        </>
      )}
      <Command options={["explain", ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id])]} strings={[production]} />
    </section>
  );
}

/** The name, and its section, linked to the published document. */
function Title({ one, edition }: ViewProps & { one: ExplainedProduction | undefined }) {
  if (!one) return null;
  const { published } = one;
  return (
    <h3 class="production-name">
      <code>{one.rule}</code>{" "}
      <span class="section">
        {shortTitle(edition.title)}{one.section !== undefined && <>, {published === undefined ? one.section : <a href={published} rel="noopener">{one.section}</a>}</>}
      </span>
    </h3>
  );
}

function Known({ one, many, state, edition }: ViewProps & { one: ExplainedProduction; many: boolean }) {
  const names = useMemo(() => namesOf(edition.productions), [edition]);
  const { rule, section, printed, read, pest = [], grammar } = one;
  return (
    <>
      {many && <h3>In <code>{grammar}</code>{section !== undefined && `, ${section}`}</h3>}
      <dl class="facts" data-known={grammar}>
        <dt>Printed</dt>
        <dd>{printed === undefined ? "nowhere: the name is used but not defined" : <Printed text={printed} names={names} state={state} edition={edition.id} />}</dd>
        {read && (
          <>
            <dt>Read as</dt>
            <dd><Printed text={read.text} names={names} state={state} edition={edition.id} />{read.why !== undefined && <p>{read.why}</p>}</dd>
          </>
        )}
        <dt>Transcription</dt>
        <dd><Judgement one={one} /></dd>
        <dt>{one.alternatives ? "A string of each alternative" : "Strings that it accepts"}</dt>
        <dd>{one.alternatives ? <Alternatives one={one} state={state} /> : <Strings all={one.members} hex={one.members_hex} state={state} rule={rule} />}</dd>
        <dt>Similar strings that it rejects</dt>
        <dd><Strings all={one.near_misses} hex={one.near_misses_hex} state={state} rule={rule} /></dd>
      </dl>
      <details class="more">
        <summary>As a pest rule</summary>
        <p class="note">pest is a parser generator; the library transcribes each production as its rule, and proves the two equal.</p>
        {pest.map(({ rule, notes, text }) => (
          <pre key={rule} class="printed">{[...notes.map((note) => `// ${note}`), text].join("\n")}</pre>
        ))}
        {pest.length === 0 && <p>No rule.</p>}
      </details>
    </>
  );
}

function Alternatives({ one, state }: { one: ExplainedProduction; state: ViewProps["state"] }) {
  const { alternatives = [], alternatives_left = 0, rule } = one;
  return (
    <ul class="lines">
      {alternatives.map(({ text, member, member_hex, within = [], undecided }) => (
        <li key={text}>
          <code><Shown text={text} /></code>:{" "}
          {member !== undefined ? <a href={addressOf({ ...state, text: member, rule })}><code>"<Shown text={member} />"</code></a>
            : member_hex !== undefined ? <code>%x{member_hex}</code> : undecided !== undefined ? <span class="note"><Shown text={undecided} /></span> : "matches no string"}
          {within.length > 0 && <span class="note"> (adds nothing to <Shown text={within.join(", ")} />)</span>}
        </li>
      ))}
      {alternatives_left > 0 && <li class="note">{alternatives_left} more</li>}
    </ul>
  );
}

/** The verdict in words, with the changes of a reading. */
function Judgement({ one }: { one: ExplainedProduction }) {
  const { verdict, reading, message, only_printed, only_pest } = one;
  return (
    <>
      {verdict}{verdict === "equal" && reading && reading.kind !== "idle" && " as read"}
      {verdict === "equal" && ": the pest rule accepts exactly the strings of the production"}
      {reading?.through && reading.through.length > 1 && <>, via {reading.through.join(" → ")}</>}
      {message !== undefined && <>: <Shown text={message} /></>}
      {only_printed !== undefined && <>; only the printed production accepts <Value text={only_printed} /></>}
      {only_pest !== undefined && <>; only pest accepts <Value text={only_pest} /></>}
    </>
  );
}

/** The part of the string that the production derives, and its path through the diagram. */
function OfString({ state, set, edition, rule, production }: ViewProps) {
  const whole = useAnswer({ ask: "parse" as const, edition: edition.id, rule: production, text: state.text, nodes: 1 });
  const inner = useAnswer(whole.answer?.valid === false ? parseRequest(state, edition, rule) : null);
  const looking = whole.stale || inner.stale;
  const part = useMemo(() => {
    if (whole.answer?.valid) return { text: state.text, start: 0 };
    const node = inner.answer?.tree && find(inner.answer.tree, production);
    return node ? { text: new Bytes(state.text).slice(node.start, node.end), start: node.start } : null;
  }, [whole.answer, inner.answer, state.text, production]);
  const drawn = useDiagram({ edition: edition.id, rule: production, ...(part ? { text: part.text } : {}) }, state);
  const waits = looking || drawn.stale;
  return (
    <div class={waits ? "stale" : ""}>
      <Railroad id="expand" drawn={drawn} state={state} set={set} what="the string"
        href={(name) => addressOf({ ...state, view: "production", production: name })} />
      <p id="of-string">
        {looking ? <Waiting /> : part === null ? (
          <>
            <code>{production}</code> does not derive the string
            {whole.answer?.error && <> (<Shown text={whole.answer.error.message} />)</>},{" "}
            {inner.answer?.cut ? `and is not among the first ${NODES} nodes of its tree` : inner.answer?.valid ? "and is not in its tree, which has no nodes for classes of characters" : "and the string has no tree"}.
          </>
        ) : part.text === state.text ? (
          <><code>{production}</code> derives the string.</>
        ) : (
          <><code>{production}</code> derives the part of the string from byte {part.start} on: <Value text={part.text} /></>
        )}
      </p>
    </div>
  );
}

function find(tree: TreeNode, rule: string): TreeNode | undefined {
  const open = [tree];
  let node: TreeNode | undefined;
  while ((node = open.pop())) {
    if (node.rule === rule) return node;
    open.push(...node.children.toReversed());
  }
  return undefined;
}
