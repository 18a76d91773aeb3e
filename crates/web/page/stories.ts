// The examples for a new visitor: common questions, each with a surprising answer.
import type { State } from "./state";
import { OPENING } from "./state";

export interface Story { title: string; about: string; state: Partial<State> }

export const STORIES: Story[] = [
  { title: "Which host?", about: "The apparent host is userinfo", state: { text: OPENING, view: "string" } },
  { title: "Why is this invalid?", about: "The byte, what was expected there, and the fixed string", state: { text: "http://example.com/my file.txt", view: "string" } },
  {
    title: "Same URL?",
    about: "Whether two spellings are the same URL, and why",
    state: { text: "HTTP://Example.COM:80/a/../%7Efoo", other: "http://example.com/~foo", view: "compare" },
  },
  { title: "Browser or RFC?", about: "A name in RFC 3986, and 127.0.0.1 in a browser", state: { text: "http://0x7f.1/", view: "editions" } },
  {
    title: "My regex",
    about: "The shortest string that a pattern accepts and a grammar does not",
    state: {
      view: "lab",
      left: "grammar",
      printed: "IPv4address = dec-octet 3(\".\" dec-octet)\ndec-octet   = DIGIT / %x31-39 DIGIT / \"1\" 2DIGIT / \"2\" %x30-34 DIGIT / \"25\" %x30-35\n",
      against: "^\\d{1,3}(\\.\\d{1,3}){3}$",
      kind: "regex",
    },
  },
];

/** Strings printed in documents. */
export const PRINTED: { title: string; base?: string; strings: string[] }[] = [
  {
    title: "RFC 3986, 1.1.2",
    strings: [
      "ftp://ftp.is.co.za/rfc/rfc1808.txt",
      "http://www.ietf.org/rfc/rfc2396.txt",
      "ldap://[2001:db8::7]/c=GB?objectClass?one",
      "mailto:John.Doe@example.com",
      "news:comp.infosystems.www.servers.unix",
      "tel:+1-816-555-1212",
      "telnet://192.0.2.16:80/",
      "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    ],
  },
  {
    title: "RFC 3986, 5.4, with the base http://a/b/c/d;p?q",
    base: "http://a/b/c/d;p?q",
    strings: [
      "g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "g;x?y#s", "", ".", "./",
      "..", "../", "../g", "../..", "../../", "../../g", "../../../g", "/./g", "/../g", "g.", "..g", "./../g", "./g/.",
      "g/./h", "g;x=1/./y", "g?y/./x", "g#s/../x", "http:g",
    ],
  },
];
