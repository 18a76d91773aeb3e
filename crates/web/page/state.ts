// The whole state of the page, which is in the fragment of its address.
//
// The form is `#text=…&edition=…`, as in URLSearchParams; keys with default values are omitted. A lone surrogate
// becomes U+FFFD. The default string is the opening example, so that the empty string is `text=`. A long text is
// not put into the address: the history entry then has a number by which this page finds it, until the page is
// left.
import { useEffect, useState } from "preact/hooks";

/** The opening example: the host is after the `@`, and the apparent host is userinfo. */
export const OPENING = "https://www.example.com:443@evil.example/login?next=/#top";

/** The keys with their defaults. A view that needs another key adds it here. */
export const DEFAULTS = {
  /** The string. */
  text: OPENING,
  edition: "rfc3986",
  /** The production for reading the string; empty for the edition's default. */
  rule: "",
  view: "string",
  base: "",
  /** The other string in a comparison. */
  other: "",
  /** The template, and the other template in a comparison. */
  template: "",
  collide: "",
  /** The highest rung to climb to; empty for the program's default. */
  rung: "",
  /** The departures from the resolution algorithm, separated by spaces. */
  policy: "",
  /** The number of levels of names that a diagram draws inline. */
  expand: "",
  /** The edition to compare a production with. */
  with: "",
  /** Whether all rows of the editions are shown: `all`, or empty for the differing rows. */
  rows: "",
  /** The two languages of the lab, the kind of each, the production of the first, and the strings to test. */
  printed: "",
  against: "",
  left: "",
  kind: "",
  /** The pack of lints to show. */
  pack: "",
  whole: "",
  tests: "",
  /** The production of one's own grammars whose diagram is shown; empty for the first. */
  drawn: "",
  /** The production to show; empty for the one that reads the string. */
  production: "",
};

export type State = typeof DEFAULTS;
export type Key = keyof State;
/** Changes the state. With `push`, the browser's back button returns to the previous state. */
export type Set = (change: Partial<State>, push?: boolean) => void;

/** Returns a `Set` that applies fixes to another key than `text`. */
export function mending(key: Key, set: Set): Set {
  return ({ text, ...rest }, push) => set(text === undefined ? rest : { ...rest, [key]: text }, push);
}

/** The maximum number of UTF-8 bytes of a text in the address. */
export const LONGEST = 16_384;

const KEYS = Object.keys(DEFAULTS) as Key[];

/** The address key that lists the keys whose texts are too long. */
const LEFT_OUT = "long";
const long = new Map<number, Partial<State>>();

/** The sessionStorage key of the last long texts, for reloading the page. */
const KEPT = "urispec-long";

/** The number of the next history entry with a long text; it never repeats a number from before a reload. */
let numbers = Date.now();

/** The keys whose long texts this browser no longer has. */
export let lost: Key[] = [];

/** Returns whether a text is too long for the address. */
export function isLong(text: string): boolean {
  return text.length > LONGEST || (text.length > LONGEST / 3 && new TextEncoder().encode(text).length > LONGEST);
}

/** Returns the address fragment of the state, with `#`. */
export function addressOf(state: State): string {
  return `#${KEYS.filter((key) => state[key] !== DEFAULTS[key]).map((key) => written(key, state[key])).join("&")}`;
}

/** The last long values, by key: a view may have hundreds of links with the same text. */
const encoded = new Map<Key, { value: string; written: string }>();

function written(key: Key, value: string): string {
  if (value.length < 200) return String(new URLSearchParams({ [key]: value }));
  const known = encoded.get(key);
  if (known?.value === value) return known.written;
  const written = String(new URLSearchParams(isLong(value) ? { [LEFT_OUT]: key } : { [key]: value }));
  encoded.set(key, { value, written });
  return written;
}

/** Returns the whole address of the page in a state. */
export function linkTo(state: State): string {
  return location.href.replace(/#.*/s, "") + addressOf(state);
}

/** Returns the state of a fragment. */
export function stateOf(fragment: string): State {
  const params = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = { ...DEFAULTS };
  for (const key of KEYS) {
    const value = params.get(key);
    if (value !== null) state[key] = value;
  }
  Object.assign(state, renamed(params));
  // A link without its text opens with the empty string, not with the example.
  for (const key of leftOut(fragment)) state[key] = "";
  return state;
}

/** Returns what the keys of an earlier version mean now: an audit had a notation, and a pattern a dialect; a component was changed in its own view. */
function renamed(params: URLSearchParams): Partial<State> {
  if (params.get("view") === "edit") return { view: "string" };
  if (params.get("view") !== "audit") return {};
  const dialect = params.get("dialect") ?? "";
  const isPattern = params.get("kind") === "regex";
  return {
    view: "lab",
    left: params.get("notation") || "grammar",
    kind: !isPattern ? "pest" : dialect === "" || dialect === "ecmascript" ? "regex" : dialect,
  };
}

/** Returns the keys whose texts an address omits. */
function leftOut(fragment: string): Key[] {
  const named = new URLSearchParams(fragment.replace(/^#/, "")).getAll(LEFT_OUT);
  return KEYS.filter((key) => named.includes(key));
}

function read(): State {
  const number = (history.state as { long?: number } | null)?.long;
  const kept = number === undefined ? undefined : (long.get(number) ?? stored(number));
  lost = kept === undefined ? leftOut(location.hash) : [];
  return { ...stateOf(location.hash), ...kept };
}

/** Returns the long texts of a history entry from before a reload. */
function stored(number: number): Partial<State> | undefined {
  try {
    const { number: of, texts } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as { number?: number; texts?: Partial<State> };
    if (of !== number || texts === undefined) return undefined;
    numbers = Math.max(numbers, number + 1);
    long.set(number, texts);
    return texts;
  } catch {
    // A page without storage, such as one from a file in some browsers.
    return undefined;
  }
}

/** The entry whose long texts are stored when the page is left; storing a megabyte takes a tenth of a second. */
let leaving: number | undefined;

/** Stores the long texts of the last entry for a reload. */
function store(): void {
  if (leaving === undefined) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ number: leaving, texts: long.get(leaving) }));
  } catch {
    // The storage is missing or full.
  }
  leaving = undefined;
}

function write(state: State, push: boolean): void {
  const left: Partial<State> = {};
  for (const key of KEYS) if (isLong(state[key])) left[key] = state[key];
  const number = Object.keys(left).length > 0 ? numbers++ : undefined;
  if (number !== undefined) {
    long.set(number, left);
    leaving = number;
    // Drops old entries, since each may be a megabyte.
    long.delete(number - 20);
  }
  const entry = number === undefined ? null : { long: number };
  if (push) history.pushState(entry, "", addressOf(state));
  else history.replaceState(entry, "", addressOf(state));
}

/** The delay before the address is updated; browsers refuse too many changes. */
const DELAY = 200;

/** Returns the state, and a function that changes it. */
export function useAddress(): [State, Set] {
  const [state, setState] = useState(read);
  const [keeper] = useState(() => new Keeper(state, setState));
  useEffect(() => keeper.listen(), []);
  return [state, keeper.set];
}

class Keeper {
  private timer: number | undefined;

  constructor(private state: State, private readonly shown: (state: State) => void) {}

  readonly set: Set = (change, push = false) => {
    if ((Object.keys(change) as Key[]).every((key) => change[key] === this.state[key])) return;
    if (push) this.flush();
    this.state = { ...this.state, ...change };
    this.shown(this.state);
    clearTimeout(this.timer);
    this.timer = undefined;
    if (push) write(this.state, true);
    else this.timer = window.setTimeout(() => this.flush(true), DELAY);
  };

  /** Follows links, the back button, and edits of the address. */
  listen(): () => void {
    const follow = () => {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.state = read();
      this.shown(this.state);
    };
    const leave = () => {
      this.flush();
      store();
    };
    // A link of the page changes only the fragment, and the text may be too long for a fragment.
    const click = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.("a[href^='#']");
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const href = link.getAttribute("href") ?? "";
      if (!href.includes("=")) return;
      event.preventDefault();
      const kept: Partial<State> = {};
      const next = stateOf(href);
      for (const key of leftOut(href)) kept[key] = this.state[key];
      this.set({ ...next, ...kept }, true);
    };
    window.addEventListener("popstate", follow);
    window.addEventListener("hashchange", follow);
    window.addEventListener("pagehide", leave);
    document.addEventListener("click", click);
    return () => {
      window.removeEventListener("popstate", follow);
      window.removeEventListener("hashchange", follow);
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("click", click);
    };
  }

  /** Writes a pending change. */
  flush(now = false): void {
    if (this.timer === undefined && !now) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    write(this.state, false);
  }
}
