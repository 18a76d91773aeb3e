// The comparison ladder (RFC 3986, 6.2): its rungs, lowest first, and the differences that each
// ignores.

/** The rungs of RFC 3986, 6.2; an edition may have fewer. */
export const LADDER = ["string", "case", "percent-encoding", "path-segments", "scheme", "protocol"];
/** The default rung of the program, which is safe for any scheme. */
export const SAFE = "path-segments";

export const MEANINGS: Record<string, string> = {
  string: "the same characters",
  case: "the letter case of scheme, host and escapes",
  "percent-encoding": "unnecessary escapes",
  "path-segments": "the segments “.” and “..”",
  scheme: "what the scheme makes equal (its default port, an empty path)",
  protocol: "the answer of a server",
};
