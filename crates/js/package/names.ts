// The names that options take, as types, so that a compiler finds a typo.

/** The ids of the documents: all URIs first, then those of a scheme, then related strings. */
export const EDITIONS = [
  "rfc1630", "rfc1738", "rfc1808", "url-syntax-05", "rfc2396", "rfc2732", "rfc2396bis-01", "rfc3986", "rfc3987",
  "rfc6874", "whatwg", "rfc2141", "rfc2397", "rfc3061", "rfc3966", "rfc5870", "rfc6068", "rfc6694", "rfc6920",
  "rfc7565", "rfc8089", "rfc8141", "rfc9110", "did", "rfc9562", "pkg", "spiffe", "rfc6570", "oci",
] as const;

/** The id of a document, such as `rfc3986`. */
export type EditionId = (typeof EDITIONS)[number];

/** The rungs of all documents. */
export const EDITION_RUNGS = ["string", "case", "percent-encoding", "path-segments", "scheme", "protocol"] as const;

/** A rung of a document, up to which it normalizes. */
export type EditionRung = (typeof EDITION_RUNGS)[number];

/** The dialect of a pattern. */
export type Dialect = "ecmascript" | "python" | "rust" | "re2" | "pcre" | "java" | "dotnet" | "posix-ere" | "xsd";

/** The notation of a printed grammar. */
export type GrammarNotation = "abnf" | "bnf" | "rfc1630" | "w3c" | "iso";
