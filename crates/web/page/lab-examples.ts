// Examples for the lab, each with its surprise. The tests check the sentences against the library's answers.
import type { State } from "./state";

export interface LabExample {
  title: string;
  /** The unexpected result. */
  surprise: string;
  state: Partial<State>;
}

const IPV4 = `IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet

dec-octet   = DIGIT                 ; 0-9
            / %x31-39 DIGIT         ; 10-99
            / "1" 2DIGIT            ; 100-199
            / "2" %x30-34 DIGIT     ; 200-249
            / "25" %x30-35          ; 250-255
`;

const DATE = `full-date     = date-fullyear "-" date-month "-" date-mday
date-fullyear = 4DIGIT
date-month    = 2DIGIT  ; 01-12
date-mday     = 2DIGIT  ; 01-28, 01-29, 01-30, 01-31 based on month/year
`;

const OCTET = `dec-octet = DIGIT                 ; 0-9
          / %x31-39 DIGIT         ; 10-99
          / "1" 2DIGIT            ; 100-199
          / "2" %x30-34 DIGIT     ; 200-249
          / "25" %x30-35          ; 250-255
`;

const NONE = { whole: "", tests: "", left: "grammar" };

export const LAB_EXAMPLES: LabExample[] = [
  {
    title: "A pattern for a site, with and without a backslash",
    surprise: "In the first, the dot matches any character: it also lets http://example!com/ through.",
    state: { ...NONE, left: "regex", kind: "regex", printed: "^https?://example.com/", against: "^https?://example\\.com/" },
  },
  {
    title: "A wildcard of AWS IAM, against a pattern",
    surprise: "They are equal: the pattern needs no $, since the wildcard also allows anything after the colon.",
    state: { ...NONE, left: "iam", kind: "regex", printed: "arn:aws:s3:::logs-*", against: "^arn:aws:s3:::logs-" },
  },
  {
    title: "A regex from the web for an IPv4 address, against RFC 3986",
    surprise: "The regex accepts 0.0.0.00. A dec-octet has no leading zero, and some programs read one as octal.",
    state: {
      ...NONE, printed: IPV4, kind: "regex",
      against: "^(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\\.){3}(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)$",
    },
  },
  {
    title: "A date: RFC 3339 against \\d{4}-\\d{2}-\\d{2}",
    surprise: "They are equal, and both accept the month 99: the limit of twelve is only a comment in the grammar. In Python, they differ: there, $ also matches before a final line break.",
    state: { ...NONE, printed: DATE, kind: "regex", against: "^\\d{4}-\\d{2}-\\d{2}$" },
  },
  {
    title: "Your own ABNF for a time, against a pest grammar",
    surprise: "With the rule WHITESPACE, pest accepts blanks between all terms, and after the last: “00:00 ” is a time only in pest.",
    state: {
      ...NONE, kind: "pest",
      printed: 'time   = hour ":" minute [":" second]\nhour   = 2DIGIT\nminute = 2DIGIT\nsecond = 2DIGIT\n',
      against: 'WHITESPACE = _{ " " }\n\ntime   = { hour ~ ":" ~ minute ~ (":" ~ second)? }\nhour   = @{ ASCII_DIGIT{2} }\nminute = @{ ASCII_DIGIT{2} }\nsecond = @{ ASCII_DIGIT{2} }\n',
    },
  },
  {
    title: "dec-octet, against a pest rule in the printed order",
    surprise: "A pest choice commits to the first alternative that matches. One digit always matches, so 10 is never reached.",
    state: {
      ...NONE, printed: OCTET, kind: "pest",
      against: 'dec_octet = {\n    ASCII_DIGIT\n  | \'1\'..\'9\' ~ ASCII_DIGIT\n  | "1" ~ ASCII_DIGIT{2}\n  | "2" ~ \'0\'..\'4\' ~ ASCII_DIGIT\n  | "25" ~ \'0\'..\'5\'\n}\n',
    },
  },
];
