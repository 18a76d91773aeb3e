// The ladder of comparison (RFC 3986, 6.2): its rungs, lowest first, and what each makes the same.

/** The rungs of RFC 3986, 6.2, of which an edition may have fewer. */
export const LADDER = ["string", "case", "percent-encoding", "path-segments", "scheme", "protocol"];
/** The rung to which the program climbs, which is safe for any scheme. */
export const SAFE = "path-segments";

export const MEANINGS: Record<string, string> = {
  string: "the same characters",
  case: "letters of scheme, host and escapes, whatever their case",
  "percent-encoding": "escapes of characters that need none",
  "path-segments": "the segments “.” and “..”",
  scheme: "what the scheme says: its default port, an empty path",
  protocol: "what a server answers",
};
