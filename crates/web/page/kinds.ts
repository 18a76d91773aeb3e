// The kinds of languages that the page compares. An id is the KIND of `KIND:TEXT` in the program, or of a grammar.
import type { Language } from "./tokens";

export interface Kind {
  id: string;
  /** The name in the list, and the label of the field. */
  name: string;
  label: string;
  placeholder: string;
  language: Language | null;
}

const pattern = (id: string, name: string): Kind => ({ id, name, label: "The pattern", placeholder: "^[a-z]+$", language: "regex" });
const glob = (id: string, name: string, placeholder: string): Kind => ({ id, name, label: "The glob", placeholder, language: null });
const route = (id: string, name: string, placeholder: string): Kind => ({ id, name, label: "The template", placeholder, language: null });
const grammar = (id: string, name: string, placeholder = "port = *DIGIT"): Kind => ({ id, name, label: "The printed grammar", placeholder, language: "printed" });

export const GROUPS: { title: string; kinds: Kind[] }[] = [
  {
    title: "Regular expression",
    kinds: [
      pattern("regex", "Pattern (ECMAScript)"), pattern("python", "Pattern (Python)"), pattern("pcre", "Pattern (PCRE)"),
      pattern("rust", "Pattern (Rust)"), pattern("re2", "Pattern (RE2, Go)"), pattern("posix-ere", "Pattern (POSIX, extended)"),
      pattern("xsd", "Pattern (XML Schema)"), pattern("java", "Pattern (Java)"), pattern("dotnet", "Pattern (.NET)"),
    ],
  },
  {
    title: "Grammar",
    kinds: [
      grammar("grammar", "ABNF, EBNF, or the text of an RFC"), grammar("abnf", "ABNF (RFC 5234, RFC 7405)"),
      grammar("bnf", "BNF of RFC 822, 1738, 2396"), grammar("rfc1630", "BNF of RFC 1630"),
      grammar("w3c", "EBNF of the W3C", "port ::= [0-9]*"), grammar("iso", "EBNF of ISO/IEC 14977", "port = { digit };"),
      { id: "pest", name: "pest grammar", label: "The pest grammar", placeholder: "port = { ASCII_DIGIT* }", language: "pest" },
    ],
  },
  {
    title: "Document",
    kinds: [
      { id: "production", name: "Production of a document", label: "The document and the production", placeholder: "rfc3986:host", language: null },
      { id: "format", name: "Format of JSON Schema", label: "The format", placeholder: "date-time", language: null },
    ],
  },
  {
    title: "Glob",
    kinds: [
      glob("fnmatch", "Glob (fnmatch)", "*.example.com"), glob("pathname", "Glob (path names)", "src/**/*.rs"),
      glob("gitignore", "Line of .gitignore", "/target/"), glob("iam", "Wildcard of AWS IAM", "arn:aws:s3:::a*"),
    ],
  },
  {
    title: "Template or route",
    kinds: [
      route("template", "URI template (RFC 6570)", "https://example.com/{id}{?tab}"), route("openapi", "Path of OpenAPI", "/users/{id}"),
      route("express5", "Route of Express 5", "/users/:id"), route("express4", "Route of Express 4", "/users/:id"),
      route("spring", "Route of Spring", "/users/{id}"), route("rails", "Route of Rails", "/users/:id"),
      route("flask", "Route of Flask", "/users/<int:id>"), route("django", "Route of Django", "users/<int:id>/"),
    ],
  },
];

const KINDS = GROUPS.flatMap(({ kinds }) => kinds);

/** Returns a kind; an unknown one is a pattern. */
export function kindOf(id: string): Kind {
  return KINDS.find((kind) => kind.id === id) ?? (KINDS[0] as Kind);
}

export function isPattern(id: string): boolean {
  return kindOf(id).language === "regex";
}

/** Returns whether a kind is a printed grammar. */
export function isGrammar(id: string): boolean {
  return kindOf(id).language === "printed";
}

/** Returns the name of a language in a request. A production has the id of its document before it. */
export function nameOf({ id }: Kind, text: string): string {
  return id === "production" ? text.trim() : `${id}:${text}`;
}

/** Returns the name of a file for the program, with a production of the grammar, or undefined for a language without a file. */
export function fileOf({ id, language }: Kind, stem: string, production: string): string | undefined {
  if (language !== "printed" && language !== "pest") return undefined;
  const extension = id === "bnf" || id === "rfc1630" ? "bnf" : id === "w3c" || id === "iso" ? "ebnf" : id === "pest" ? "pest" : "abnf";
  return `${stem}.${extension}${production === "" ? "" : `#${production}`}`;
}
