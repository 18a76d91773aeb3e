// The data of the page of parsers: `parsers.json`, which `tools/peers/report` writes.
//
// The file is checked before anything is shown: whoever publishes the page may replace it.
import { loaded, mayNotFetch } from "../script";
import { escaped } from "../visible";

export type Does = "yes" | "partly" | "no" | "unknown";

/** What a parser does about one reason. */
export interface Cell {
  does: Does;
  /** The shortest string with which it departs from RFC 3986, the part in which it does, and its value. */
  string?: string;
  part?: string;
  said?: string | null;
  /** The shortest string with which it also departs from its own document. */
  unlike?: string;
}

export interface Reason {
  reason: string;
  danger: string;
  section: string;
  base: string;
  strings: string[];
  /** The reason in an address. */
  id: string;
  /** The row. */
  at: number;
}

export interface Parser {
  name: string;
  /** The name and version that it reports. */
  reader: string;
  standard: string;
  from: string;
  /** Nanoseconds a string; undefined if not measured. */
  parse?: number;
  resolve?: number;
  cells: Cell[];
  /** The number of reasons for which it departs from RFC 3986, and from its own document. */
  departures: number;
  own: number;
}

/** The shortest string on which two parsers find different hosts. */
export interface Pair { parsers: [string, string]; string: string; hosts: [string, string] }

export interface Data { reasons: Reason[]; parsers: Parser[]; pairs: Pair[] }

/** The dangers, the greatest first, as headings. */
const DANGERS: Record<string, string> = {
  host: "Another host",
  accepted: "Refuses what others accept",
  origin: "Another port, scheme or user",
  valid: "Takes what no URI has",
  data: "Another path, query, fragment or target",
};

export function dangerTitle(danger: string): string {
  return Object.hasOwn(DANGERS, danger) ? DANGERS[danger] ?? danger : danger;
}

/** The documents that parsers claim to implement. */
export const DOCUMENTS: Record<string, string> = { rfc3986: "RFC 3986", rfc2396: "RFC 2396", whatwg: "URL Standard", none: "none" };

export function documentTitle(standard: string): string {
  return Object.hasOwn(DOCUMENTS, standard) ? DOCUMENTS[standard] ?? standard : standard;
}

/** Returns the first number in what a parser reports as its version. */
export function versionOf({ reader }: Parser): string {
  return /\d[\w.+-]*/.exec(reader)?.[0] ?? "";
}

/** Returns the reasons of each danger, in the order of the file. */
export function byDanger(reasons: Reason[]): [string, Reason[]][] {
  const groups = new Map<string, Reason[]>();
  for (const reason of reasons) groups.set(reason.danger, [...(groups.get(reason.danger) ?? []), reason]);
  return [...groups];
}

export const SORTS = { name: "name", departures: "departures from RFC 3986", own: "departures from its own document" };
export type Sort = keyof typeof SORTS;

/** Returns the parsers of a document whose names contain a text, sorted. */
export function chosen(parsers: Parser[], sort: string, standard: string, name: string): Parser[] {
  const part = name.trim().toLowerCase();
  const all = parsers.filter((one) => (standard === "" || one.standard === standard) && one.name.toLowerCase().includes(part));
  const number = (one: Parser) => (sort === "departures" ? one.departures : sort === "own" ? one.own : 0);
  return all.sort((a, b) => number(b) - number(a) || (a.name < b.name ? -1 : 1));
}

/** Returns the host that each of two parsers finds in the shortest string on which the hosts differ. */
export function pairOf({ pairs }: Data, one: string, other: string): { string: string; hosts: [string, string] } | undefined {
  for (const { parsers: [a, b], string, hosts } of pairs) {
    if (a === one && b === other) return { string, hosts };
    if (a === other && b === one) return { string, hosts: [hosts[1], hosts[0]] };
  }
  return undefined;
}

/** Returns whether two parsers differ about a reason; undefined if the answer of one is unknown. */
export function differ(one: Cell, other: Cell): boolean | undefined {
  if (one.does === "unknown" || other.does === "unknown") return undefined;
  return one.does !== other.does || (one.string === other.string && (one.part !== other.part || one.said !== other.said));
}

declare global {
  /** The text of `parsers.json`, from a script. */
  var urispecParsers: string | undefined;
}

/** Loads the data. Rejects with a message for the user. */
export async function load(): Promise<Data> {
  const text = await fetched();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`parsers.json is not JSON: ${escaped(error instanceof Error ? error.message : String(error))}`);
  }
  return checked(json);
}

async function fetched(): Promise<string> {
  if (mayNotFetch()) return fromScript();
  let response: Response;
  try {
    response = await fetch("parsers.json", { credentials: "same-origin" });
  } catch (error) {
    // A server's policy may forbid connections, but not scripts.
    return fromScript().catch(() => { throw new Error(`parsers.json: ${error instanceof Error ? error.message : String(error)}`); });
  }
  if (!response.ok) throw new Error(`parsers.json: the server responded with status ${response.status}`);
  return response.text();
}

async function fromScript(): Promise<string> {
  await loaded("parsers.json.js");
  if (typeof globalThis.urispecParsers !== "string") throw new Error("parsers.json.js does not contain the data");
  return globalThis.urispecParsers;
}

type Json = Record<string, unknown>;

/** Checks the data. Throws with the place of the first mistake. */
export function checked(json: unknown): Data {
  const file = object(json, "the file");
  if (file.schema !== 1) wrong("the schema", `is ${escaped(JSON.stringify(file.schema) ?? "missing")}; this page reads 1`);
  const ids = new Set<string>();
  const reasons = list(file.reasons, "reasons").map((one, at): Reason => {
    const of = `reason ${at + 1}`;
    const row = object(one, of);
    const reason = text(row.reason, `${of}: reason`);
    return {
      reason, danger: text(row.danger, `${of}: danger`), section: text(row.section, `${of}: section`), base: text(row.base, `${of}: base`),
      strings: list(row.strings, `${of}: strings`).map((string) => text(string, `${of}: a string`)), id: unique(slug(reason), ids), at,
    };
  });
  const names = new Set<string>();
  const parsers = list(file.parsers, "parsers").map((one, at): Parser => {
    const row = object(one, `parser ${at + 1}`);
    const name = text(row.name, `parser ${at + 1}: name`);
    const of = `parser ${name}`;
    if (name === "" || names.has(name)) wrong(of, "has no name of its own");
    names.add(name);
    const cells = list(row.cells, `${of}: cells`).map((cell, row) => cellOf(cell, `${of}, reason ${row + 1}`));
    if (cells.length !== reasons.length) wrong(of, `has ${cells.length} cells for ${reasons.length} reasons`);
    return {
      name, reader: text(row.reader, `${of}: reader`), standard: text(row.standard, `${of}: standard`), from: text(row.from, `${of}: from`),
      parse: time(row.parse, `${of}: parse`), resolve: time(row.resolve, `${of}: resolve`), cells,
      departures: cells.filter(departs).length, own: cells.filter(({ unlike }) => unlike !== undefined).length,
    };
  });
  const pairs = list(file.pairs ?? [], "pairs").map((one, at): Pair => {
    const of = `pair ${at + 1}`;
    const row = object(one, of);
    const two = (key: string): [string, string] => {
      const [a, b, ...others] = list(row[key], `${of}: ${key}`);
      if (others.length > 0) wrong(`${of}: ${key}`, "are not two");
      return [text(a, `${of}: ${key}`), text(b, `${of}: ${key}`)];
    };
    return { parsers: two("parsers"), string: text(row.string, `${of}: string`), hosts: two("hosts") };
  });
  return { reasons, parsers, pairs };
}

/** Returns whether a parser departs from RFC 3986. */
export function departs({ does }: Cell): boolean {
  return does === "yes" || does === "partly";
}

function cellOf(json: unknown, of: string): Cell {
  const row = object(json, of);
  const does = (["yes", "partly", "no", "unknown"] as const).find((one) => one === row.does);
  if (does === undefined) return wrong(of, "has neither yes, partly, no nor unknown");
  const cell: Cell = { does };
  if (!departs(cell)) return cell;
  cell.string = text(row.string, `${of}: string`);
  cell.part = text(row.part, `${of}: part`);
  cell.said = row.said === null || row.said === undefined ? null : text(row.said, `${of}: said`);
  if (row.unlike !== undefined && row.unlike !== null) cell.unlike = text(row.unlike, `${of}: unlike`);
  return cell;
}

function object(json: unknown, what: string): Json {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Json) : wrong(what, "is not an object");
}

function list(json: unknown, what: string): unknown[] {
  return Array.isArray(json) ? json : wrong(what, "is not a list");
}

function text(json: unknown, what: string): string {
  return typeof json === "string" ? json : wrong(what, "is not a text");
}

function time(json: unknown, what: string): number | undefined {
  if (json === null || json === undefined) return undefined;
  return typeof json === "number" && json >= 0 ? json : wrong(what, "is not a time");
}

function wrong(what: string, why: string): never {
  throw new Error(`parsers.json is damaged: ${escaped(what)} ${why}`);
}

function slug(reason: string): string {
  return reason.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

function unique(id: string, taken: Set<string>): string {
  let own = id;
  for (let number = 2; taken.has(own); number++) own = `${id}-${number}`;
  taken.add(own);
  return own;
}
