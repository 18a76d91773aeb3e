// The tree: nested productions, each over its bytes of the string.
//
// A single list whose focus the arrow keys move, as in a file manager: Space opens and closes a node, and Enter
// follows its production. A text has the colour of its component.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Production, TreeNode } from "../ask";
import { Bytes } from "../bytes";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { Rule } from "../parts/rule";
import { number, Value } from "../parts/shown";
import { type Span, flatSpans } from "../spans";
import type { State } from "../state";
import { useAnswer } from "../use-answer";
import { optionsOf } from "./string";
import { NODES, parseRequest, type ViewProps } from "./view";

/** The number of nodes that are drawn first; more follow when the end of the list comes into view. */
const DRAWN = 60;
/** The limit of nodes after a click. */
const MORE = 2000;

export function Tree(props: ViewProps) {
  const { state, edition, rule, light } = props;
  const [most, setMost] = useState(NODES);
  const { answer, stale, failed, request } = useAnswer({ ...parseRequest(state, edition, rule), nodes: most });
  const text = request?.text ?? "";
  const bytes = useMemo(() => new Bytes(text), [text]);
  const spans = useMemo(() => flatSpans(text, answer?.components), [answer]);
  useEffect(() => light(null), [answer]);
  return (
    <section class={stale ? "stale" : ""}>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer?.error && <p>The string is invalid, so it has no tree.</p>}
      {answer?.tree && <Nodes tree={answer.tree} bytes={bytes} spans={spans} state={state} light={light} productions={productionsOf(props)} />}
      {answer?.cut && (
        <p class="note">
          The tree has more than {number(most)} nodes; the rest are not shown.{" "}
          {most < MORE && <button type="button" onClick={() => setMost(MORE)}>Show up to {number(MORE)}</button>}
        </p>
      )}
      <Command options={["parse", ...optionsOf(props)]} strings={[state.text]} />
    </section>
  );
}

/** Returns the productions by name; the first of two with the same name. */
function productionsOf({ edition }: ViewProps): Map<string, Production> {
  return new Map(edition.productions.toReversed().map((one) => [one.name, one]));
}

interface Row { node: TreeNode; depth: number; path: string; parent: string | null; size: number; place: number }

interface NodesProps {
  tree: TreeNode;
  label?: string;
  /** Whether the productions are the user's own, and so have no view. */
  isOwn?: boolean;
  bytes: Bytes;
  /** The components. */
  spans: Span[];
  state: State;
  light: (node: TreeNode | null) => void;
  productions: Map<string, Production>;
}

export function Nodes({ tree, label = "The tree of the string", isOwn = false, bytes, spans, state, light, productions }: NodesProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState("0");
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => rowsOf(tree, closed), [tree, closed]);
  const [drawn, setDrawn] = useState(DRAWN);
  const end = useRef<HTMLLIElement>(null);
  // The node to focus, once it is drawn.
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const node = wanted.current === null ? null : list.current?.querySelector<HTMLElement>(`[data-path="${wanted.current}"]`);
    wanted.current = null;
    node?.focus();
  });
  // A new tree is drawn from its beginning, unless the reader is in it.
  useEffect(() => {
    if (!list.current?.contains(document.activeElement)) setDrawn(DRAWN);
  }, [tree]);
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setDrawn((count) => count + 4 * DRAWN), { rootMargin: "600px" });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [tree, drawn, rows]);
  const current = rows.some((row) => row.path === at) ? at : "0";
  const toggle = (path: string, close: boolean) => {
    const next = new Set(closed);
    if (close) next.add(path);
    else next.delete(path);
    setClosed(next);
  };
  const go = (row: Row | undefined) => {
    if (!row) return;
    if (rows.indexOf(row) >= drawn) setDrawn(rows.length);
    wanted.current = row.path;
    setAt(row.path);
    light(row.node);
  };
  const key = (event: KeyboardEvent) => {
    const index = rows.findIndex((row) => row.path === current);
    const row = rows[index];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const open = row.node.children.length > 0 && !closed.has(row.path);
    switch (event.key) {
      case "ArrowDown": go(rows[index + 1]); break;
      case "ArrowUp": go(rows[index - 1]); break;
      case "Home": go(rows[0]); break;
      case "End": go(rows.at(-1)); break;
      case "ArrowRight":
        if (open) go(rows[index + 1]);
        else if (row.node.children.length > 0) toggle(row.path, false);
        break;
      case "ArrowLeft":
        if (open) toggle(row.path, true);
        else go(rows.find((other) => other.path === row.parent));
        break;
      case "Enter":
        list.current?.querySelector<HTMLElement>(`[data-path="${row.path}"] a.rule`)?.click();
        break;
      case " ":
        if (row.node.children.length > 0) toggle(row.path, open);
        break;
      default: return;
    }
    event.preventDefault();
  };
  const everything = () => setClosed(new Set());
  const top = () => setClosed(new Set(rowsOf(tree, new Set()).filter((row) => row.depth > 0).map((row) => row.path)));
  return (
    <>
      <p class="tools">
        <button type="button" onClick={everything}>Open all</button> <button type="button" onClick={top}>Close all</button>
      </p>
      <ul class="tree" role="tree" aria-label={label} ref={list} onKeyDown={key} onPointerLeave={() => light(null)}>
        {rows.slice(0, drawn).map((row) => {
          const { node, depth, path } = row;
          const parent = node.children.length > 0;
          return (
            <li
              key={path}
              role="treeitem"
              data-path={path}
              data-depth={Math.min(depth, 20)}
              aria-level={depth + 1}
              aria-setsize={row.size}
              aria-posinset={row.place}
              aria-expanded={parent ? !closed.has(path) : undefined}
              aria-selected={path === current}
              tabIndex={path === current ? 0 : -1}
              onFocus={() => { setAt(path); light(node); }}
              onPointerEnter={() => light(node)}
            >
              <span class="indent">{"│ ".repeat(depth)}</span>
              {parent ? (
                <span class="fold" aria-hidden="true" onClick={() => toggle(path, !closed.has(path))}>{closed.has(path) ? "▸" : "▾"}</span>
              ) : (
                <span class="fold" aria-hidden="true">·</span>
              )}
              {isOwn ? <code class="rule">{node.rule}</code> : <Rule name={node.rule} state={state} tabIndex={-1} />}
              <span class="bytes">{number(node.start)}–{number(node.end)}</span>
              <span class={`text ${colourOf(node, spans)}`}><Value text={bytes.slice(node.start, node.end)} most={60} /></span>
              <span class="section">{productions.get(node.rule)?.section}</span>
            </li>
          );
        })}
        {rows.length > drawn && <li role="none" class="rest" ref={end}>…</li>}
      </ul>
    </>
  );
}

/** Returns the class of the component that contains a node. */
function colourOf({ start, end }: TreeNode, spans: Span[]): string {
  const within = spans.find((span) => span.name !== null && span.start <= start && end <= span.end && (start < end || span.start === span.end));
  return within ? `c-${within.name}` : "";
}

/** Returns the visible nodes, in order. */
function rowsOf(tree: TreeNode, closed: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const open: Row[] = [{ node: tree, depth: 0, path: "0", parent: null, size: 1, place: 1 }];
  let row: Row | undefined;
  while ((row = open.pop())) {
    rows.push(row);
    const { node, depth, path } = row;
    if (closed.has(path)) continue;
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child) {
        open.push({ node: child, depth: depth + 1, path: `${path}.${at}`, parent: path, size: node.children.length, place: at + 1 });
      }
    }
  }
  return rows;
}
