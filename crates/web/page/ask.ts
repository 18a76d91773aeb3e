// The requests that the library answers, and the answers: the records that the program prints with `--json`.
//
// An absent key is undefined; an empty text is an empty component. Offsets are UTF-8 bytes.

export interface Requests {
  documents: { ask: "documents" };
  parse: { ask: "parse"; edition: string; rule?: string; text: string; nodes?: number };
  /** Answered by the browser, in the thread of the library. */
  browser: { ask: "browser"; text: string; base?: string };
  picture: { ask: "picture"; edition: string; rule?: string; text: string };
  split: { ask: "split"; text: string };
  editions: { ask: "editions"; text: string; base?: string };
  resolve: { ask: "resolve"; edition: string; base: string; text: string; non_strict?: boolean; guard_path?: boolean };
  normalize: { ask: "normalize"; edition: string; text: string; to: string; base?: string };
  compare: { ask: "compare"; edition: string; a: string; b: string };
  lint: { ask: "lint"; edition: string; text: string };
  explain: { ask: "explain"; edition: string; rule: string };
  /** A production of an edition, or of one's own grammar, `KIND:TEXT`, whose first production is the default. */
  diagram: { ask: "diagram"; rule?: string; text?: string; expand?: number } & ({ edition: string } | { grammar: string });
  automaton: { ask: "automaton"; edition: string; rule: string; text?: string };
  regex: { ask: "regex"; edition: string; rule: string; dialect: string };
  grammar: { ask: "grammar"; edition: string };
  history: { ask: "history"; edition: string; rule: string };
  diff: { ask: "diff"; left: string; right: string; left_rule: string; right_rule?: string };
  template: { ask: "template"; template: string; text: string; other: string };
  /** Two languages, `KIND:TEXT`; without `right` one alone. `tests` has a string in each line. */
  relation: { ask: "relation"; left: string; right?: string; left_rule?: string; right_rule?: string; tests?: string };
  /** The productions in which the difference of two grammars begins. */
  causes: { ask: "causes"; left: string; right: string; left_rule?: string };
  audit: {
    ask: "audit"; printed: string; notation?: string; other: string; kind: "pest" | "regex";
    dialect?: string; flags?: string; rule?: string;
  };
}

/** The answer to an invalid request, with a message. */
export interface Fault { fault: string }

export interface Documents { editions: Edition[] }

export interface Edition {
  id: string;
  title: string;
  /** The subject of the document: all URIs, those of one scheme, or other strings. */
  about: "uris" | "scheme" | "other";
  /** The productions for whole strings; the first is the default. */
  whole: string[];
  /** The rungs of the edition, lowest first. */
  rungs: { rung: string; section?: string }[];
  /** The grammars, by the names of their files. */
  grammars: string[];
  productions: Production[];
}

export interface Production { name: string; section: string; grammar: string }

export interface Components {
  scheme?: string;
  authority?: string;
  userinfo?: string;
  host?: string;
  host_kind?: string;
  port?: string;
  path: string;
  query?: string;
  fragment?: string;
}

export interface TreeNode { rule: string; start: number; end: number; children: TreeNode[] }

/** The error of a string. An error that is not a syntax error has only a message. */
export interface Wrong {
  part?: string;
  offset?: number;
  found?: string;
  expected?: string[];
  rule_path?: string[];
  section?: string;
  cause?: { id: string; text: string; section: string; mended?: string };
  message: string;
}

/** The value of a field of `scheme_specific`. */
export type FieldValue = string | number | boolean | string[] | { name: string; value: string }[];

export interface SchemeSpecific {
  production: string;
  unmatched?: { production: string; error: Wrong };
  [field: string]: FieldValue | { production: string; error: Wrong } | undefined;
}

export interface Parsed {
  schema: number;
  edition: string;
  rule: string;
  input: string;
  valid: boolean;
  components?: Components;
  scheme_specific?: SchemeSpecific;
  tree?: TreeNode;
  /** Whether nodes of the tree were left out. */
  cut?: boolean;
  error?: Wrong;
  /** Another production for whole strings that derives the string, if the default does not. */
  derived_by?: string;
}

/** A string as a self-contained SVG image. */
export interface Picture { schema: number; svg: string }

/** The five components of Appendix B. */
export type Split = Pick<Components, "scheme" | "authority" | "path" | "query" | "fragment">;

export interface Verdict {
  /** An edition, or `whatwg`. */
  by: string;
  valid: boolean;
  productions?: string[];
  by_scheme?: boolean;
  opaque?: boolean;
  components?: Components;
  target?: string;
  current_document?: boolean;
  fragment?: string;
  error?: Wrong;
}

export interface Across {
  schema: number;
  input: string;
  base?: string;
  agree: boolean;
  verdicts: Verdict[];
  /** The verdicts of the documents of the string's scheme. */
  of_scheme?: Verdict[];
  disagreements: { kind: string; from: string; by: string[] }[];
  /** The spans of the documents in which the string is valid. */
  since?: { from: Dated & { section: string; production: string }; until?: Dated }[];
}

/** A document with its year. */
export interface Dated { edition: string; document: string; year: number }

export interface Warned { part?: string; code: string; message: string }

/** A step of an algorithm in the document's words: the value that a line assigned, or the buffers of 5.2.4 after it. */
export interface Step {
  section?: string;
  label?: string;
  line?: string;
  /** Null is undefined. */
  value?: string | null;
  output?: string;
  input?: string;
}

export interface Resolved {
  schema: number;
  edition: string;
  base: string;
  reference: string;
  valid: boolean;
  /** Null for the current document. */
  target?: string | null;
  current_document?: boolean;
  fragment?: string;
  warnings?: Warned[];
  steps?: Step[];
  /** The number of omitted steps. */
  left_out?: number;
  error?: Wrong;
  other_error?: Wrong;
}

export interface Change { rung: string; section: string; before: string; after: string }

export interface Normalized {
  schema: number;
  edition: string;
  rule: string;
  input: string;
  base?: string;
  valid: boolean;
  warnings?: Warned[];
  normalized?: string;
  changes?: Change[];
  /** The number of omitted changes, by rung. */
  left_out?: { rung: string; count: number }[];
  error?: Wrong;
}

export interface Compared {
  schema: number;
  edition: string;
  a: string;
  b: string;
  valid: boolean;
  warnings?: Warned[];
  equivalent?: boolean;
  /** The lowest rung at which the two are equivalent. */
  rung?: string;
  rungs?: { rung: string; section?: string; a: string; b: string }[];
  error?: Wrong;
  other_error?: Wrong;
}

export interface Finding {
  id: string;
  severity: "warning" | "note";
  denied: boolean;
  edition?: string;
  section?: string;
  pack?: string;
  citations?: { document: string; section?: string }[];
  spans?: { start: number; end: number }[];
  /** The number of omitted spans. */
  left_out?: number;
  message: string;
  mended?: string;
}

export interface Linted {
  schema: number;
  edition: string;
  input: string;
  valid: boolean;
  findings: Finding[];
  error?: Wrong;
}

/** A reading: a production that replaces the printed one, and why. */
export interface Read { text: string; why?: string }

/** The audit's verdict on a production of an edition or of a user's grammar. */
export interface Judged {
  edition?: string;
  grammar: string;
  rule: string;
  section?: string;
  verdict: "equal" | "equal to depth" | "differs" | "missing" | "undecided";
  depth?: number;
  rules?: string[];
  states?: number;
  only_printed?: string;
  only_printed_hex?: string;
  only_pest?: string;
  only_pest_hex?: string;
  through?: string[];
  departures?: Departure[];
  reading?: { kind: string; adds?: string; takes?: string; through?: string[]; message?: string };
  message?: string;
}

/** The point at which a pest rule and a printed production diverge. */
export interface Departure {
  only: "printed" | "pest";
  witness?: string;
  witness_hex?: string;
  offset: number;
  rule?: string;
  line?: number;
  column?: number;
  expression?: string;
  does?: string;
  at?: number;
  printed: { rule: string; file: string; line: number; text: string }[];
  may_end: boolean;
}

/** An alternative of a production, with a string that no other alternative matches, or the others that match all of its strings. */
export interface Alternative {
  text: string;
  /** Absent if the alternative has no string, or if that is undecided. */
  member?: string;
  member_hex?: string;
  /** The alternatives that together match all strings of this one. */
  within?: string[];
  /** The reason if this is undecided. */
  undecided?: string;
}

export interface ExplainedProduction extends Judged {
  /** The address of the published section. */
  published?: string;
  printed?: string;
  read?: Read;
  pest?: { rule: string; notes: string[]; text: string }[];
  members?: string[];
  members_hex?: string[];
  near_misses?: string[];
  near_misses_hex?: string[];
  /** Only for a production that is a choice. */
  alternatives?: Alternative[];
  /** The number of omitted alternatives. */
  alternatives_left?: number;
}

export interface Explained { schema: number; productions: ExplainedProduction[] }

export interface Diagram {
  schema: number;
  rule: string;
  svg: string;
  /** Whether the production derives the text, so that its path is marked. */
  derived?: boolean;
  /** The productions of one's own grammar. */
  names?: string[];
}

export interface Automaton {
  schema: number;
  file: string;
  rule: string;
  /** The bytes of each class, in hexadecimal digits. */
  classes: string[];
  /** For each state, the next state by class; null for none. */
  states: { accepts: boolean; next: (number | null)[] }[];
  /** The states that the text visits; null where it fails. */
  walk?: (number | null)[];
  /** The number of bytes followed, if the text is longer. */
  followed?: number;
}

export interface Regex { schema: number; rule: string; dialect: string; regex?: string; why?: string }

export interface Version {
  edition: string;
  grammar: string;
  rule: string;
  section: string;
  by?: string;
  before: { edition: string; rule: string; relation: string; only_before?: string; only_after?: string }[];
}

export interface History { schema: number; edition: string; rule: string; history: Version[] }

export interface Different {
  schema: number;
  left: string;
  right: string;
  left_rule: string;
  right_rule: string;
  relation: string;
  only_left?: string;
  only_right?: string;
  common?: string;
}

export interface PrintedGrammar {
  stem: string;
  file: string;
  text: string;
  productions: { name: string; start: number; end: number; section?: string }[];
  readings: { rule: string; text: string; why?: string }[];
}

export interface Grammars { schema: number; edition: string; title: string; grammars: PrintedGrammar[] }

/** The audit of a user's pair of grammars. */
export interface Audited {
  schema: number;
  productions: Judged[];
  grammar: {
    clean: boolean;
    productions: number;
    unreachable: string[];
    undefined: { name: string; rule: string }[];
    unprinted: string[];
    unused: string[];
    refused: { rule: string; line: number; message: string }[];
    never_taken: { rule: string; line: number; alternative: number; text: string }[];
    untold: { rule: string; message: string }[];
    notes: { file: string; rule: string; line: number; message: string }[];
    guessed: { rule: string; pest: string }[];
  };
}

/** The verdict on a regular expression. */
export interface AuditedPattern {
  schema: number;
  rule: string;
  pattern: string;
  dialect: string;
  verdict: "equal" | "differs" | "undecided" | "unreadable";
  only_printed?: string;
  only_printed_hex?: string;
  only_pattern?: string;
  only_pattern_hex?: string;
  notes?: string[];
  message?: string;
  offset?: number;
  /** Whether the pattern matches only whole strings; absent if it is unreadable or too large. */
  anchored?: boolean;
}

/** The relation of two languages, with a shortest string of each part. */
export interface Relating {
  relation?: "equal" | "wider" | "narrower" | "overlapping" | "disjoint";
  only_left?: string;
  only_left_hex?: string;
  only_right?: string;
  only_right_hex?: string;
  common?: string;
  common_hex?: string;
}

/** The productions in which the difference of two grammars begins; none if a side is not a grammar. */
export interface Causes {
  schema: number;
  left: string;
  right: string;
  /** The production of the left grammar that was compared. */
  rule?: string;
  /** The number of compared pairs of productions. */
  compared?: number;
  /** A line is that of one's own grammar. */
  causes?: (Relating & { left_rule: string; right_rule: string; left_line?: number; right_line?: number })[];
}

/** The relation of two languages; or the shortest strings and the findings of one. */
export interface Related extends Relating {
  schema: number;
  left: string;
  right?: string;
  /** The sides whose patterns also match inside longer strings. */
  unanchored?: ("left" | "right")[];
  empty?: boolean;
  strings?: string[];
  strings_hex?: string[];
  findings?: { id: string; severity: string; rule?: string; line: number; column: number; message: string; witness?: string }[];
  undecided?: string[];
  /** Whether each side has a string; where it leaves the language; and its tree, if the side is a grammar. */
  tests?: { text: string; left: boolean; right?: boolean; left_offset?: number; right_offset?: number; left_tree?: TreeNode; right_tree?: TreeNode }[];
  errors?: { side: "left" | "right"; error: string }[];
}

/** The values of variables: a text, a list, or pairs of an associative array. */
export type Values = Record<string, string | string[] | Record<string, string>>;

/** Whether all expansions have a property: if not, the shortest counterexample, with its values. */
export interface Every { every?: boolean; states?: number; string?: string; values?: Values; message?: string; undecided?: string }

export interface Templated {
  template: string;
  valid: boolean;
  error?: { offset: number; found?: string; section: string; message: string };
  level?: number;
  variables?: { name: string; operator?: string; prefix?: number; explode?: boolean; type: string }[];
  matching?: { matches: boolean; ways: Values[]; all_ways: boolean };
  too_long?: boolean;
  unique?: { unique?: boolean; uri?: string; ways?: Values[]; undecided?: string };
  uri?: Every;
  reference?: Every;
  other?: {
    valid?: boolean; error?: Templated["error"]; collide?: boolean; uri?: string; values?: Values; other_values?: Values;
    states?: number; undecided?: string;
  };
  undecided?: string;
}

/** The answers, by the name of the request. */
export interface Answers {
  documents: Documents;
  parse: Parsed;
  browser: Verdict;
  picture: Picture;
  split: Split;
  editions: Across;
  resolve: Resolved;
  normalize: Normalized;
  compare: Compared;
  lint: Linted;
  explain: Explained;
  diagram: Diagram;
  automaton: Automaton;
  regex: Regex;
  history: History;
  diff: Different;
  grammar: Grammars;
  template: Templated;
  relation: Related;
  causes: Causes;
  audit: Audited | AuditedPattern;
}

export type Name = keyof Requests;
export type Request = Requests[Name];
export type AnswerTo<R> = R extends { ask: infer N } ? (N extends keyof Answers ? Answers[N] : unknown) : never;
