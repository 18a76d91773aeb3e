// The state of the page, all of it, which lives in the fragment of its address.
//
// In and out: `#text=…&edition=…`, in the form of URLSearchParams; a key with its default is left out. What is
// forgotten: a surrogate without its other half becomes U+FFFD. The surprising cases: the default of the string is
// the example that the page opens with, so that the empty string is `text=`; and a long text does not go into the
// address. The entry of the history then has a number by which this page, until it is left, finds it.
import { useEffect, useState } from "preact/hooks";

/** What the page opens with: the host is after the `@`, and what looks like a host is userinfo. */
export const OPENING = "https://www.example.com:443@evil.example/login?next=/#top";

/** The keys with their defaults. A view that needs another adds it here. */
export const DEFAULTS = {
  /** The string that everything is about. */
  text: OPENING,
  edition: "rfc3986",
  /** The production by which the string is read; empty for the edition's default. */
  rule: "",
  view: "string",
  base: "",
  /** The other string, of two that are compared. */
  other: "",
  /** The template whose expansions are looked at, and another. */
  template: "",
  collide: "",
  /** The highest rung to climb to; empty for that to which the program climbs. */
  rung: "",
  /** What departs from the letter of resolution: words with spaces between. */
  policy: "",
  /** How many levels of names a diagram draws in place. */
  expand: "",
  /** The edition with which a production is compared. */
  with: "",
  /** Whether all rows of the editions are shown: `all`, or empty for those that differ. */
  rows: "",
  /** The two texts of an audit, what the second is, its dialect, and the production. */
  printed: "",
  against: "",
  notation: "",
  kind: "",
  dialect: "",
  /** Which lints are shown. */
  pack: "",
  whole: "",
  /** The production that is looked at; empty for the one by which the string is read. */
  production: "",
};

export type State = typeof DEFAULTS;
export type Key = keyof State;
/** Changes the state. With `push` the browser's back button comes back to the state before. */
export type Set = (change: Partial<State>, push?: boolean) => void;

/** A way to change the state for who mends another string than the text: what is mended goes to its key. */
export function mending(key: Key, set: Set): Set {
  return ({ text, ...rest }, push) => set(text === undefined ? rest : { ...rest, [key]: text }, push);
}

/** How many bytes of UTF-8 a text may have to go into the address. */
export const LONGEST = 16_384;

const KEYS = Object.keys(DEFAULTS) as Key[];

/** The key under which an address names the keys whose texts are too long for it. */
const LEFT_OUT = "long";
const long = new Map<number, Partial<State>>();

/** The key of the storage, which lives as long as the tab, under which the last long texts stand for who loads anew. */
const KEPT = "urispec-long";

/** The number of the next entry of the history with a long text; never one of an entry from before the page was loaded anew. */
let numbers = Date.now();

/** The keys whose long texts the address names, and this browser no longer has. */
export let lost: Key[] = [];

/** Whether a text is too long for the address. */
export function isLong(text: string): boolean {
  return text.length > LONGEST || (text.length > LONGEST / 3 && new TextEncoder().encode(text).length > LONGEST);
}

/** The fragment of an address for the state, with `#`. */
export function addressOf(state: State): string {
  const params = new URLSearchParams();
  for (const key of KEYS) {
    const value = state[key];
    if (isLong(value)) params.append(LEFT_OUT, key);
    else if (value !== DEFAULTS[key]) params.set(key, value);
  }
  return `#${params}`;
}

/** The whole address of the page in a state. */
export function linkTo(state: State): string {
  return location.href.replace(/#.*/s, "") + addressOf(state);
}

/** The state that a fragment says. */
export function stateOf(fragment: string): State {
  const params = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = { ...DEFAULTS };
  for (const key of KEYS) {
    const value = params.get(key);
    if (value !== null) state[key] = value;
  }
  // Who follows a link without its text is given the empty string, and no example.
  for (const key of leftOut(fragment)) state[key] = "";
  return state;
}

/** The keys whose texts an address does not have. */
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

/** The long texts of an entry of the history from before the page was loaded anew. */
function stored(number: number): Partial<State> | undefined {
  try {
    const { number: of, texts } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as { number?: number; texts?: Partial<State> };
    if (of !== number || texts === undefined) return undefined;
    numbers = Math.max(numbers, number + 1);
    long.set(number, texts);
    return texts;
  } catch {
    // A page without a storage, as one from a file in some browsers.
    return undefined;
  }
}

/** The entry whose long texts are stored when the page is left: to store a megabyte takes a tenth of a second. */
let leaving: number | undefined;

/** Keeps the long texts of the last entry for who loads the page anew. */
function store(): void {
  if (leaving === undefined) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ number: leaving, texts: long.get(leaving) }));
  } catch {
    // There is no storage, or no room in it.
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
    // Each may be a megabyte.
    long.delete(number - 20);
  }
  const entry = number === undefined ? null : { long: number };
  if (push) history.pushState(entry, "", addressOf(state));
  else history.replaceState(entry, "", addressOf(state));
}

/** How long the address waits for the next key to be typed: browsers refuse too many changes. */
const DELAY = 200;

/** The state, and how to change it. */
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

  /** Follows links, the back button, and the address that somebody types. */
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
    // A link of the page changes the fragment alone, and the text may be too long for a fragment.
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

  /** Writes what still waits. */
  flush(now = false): void {
    if (this.timer === undefined && !now) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    write(this.state, false);
  }
}
