// Strings that documents print, to begin with.
import { addressOf, type State } from "../state";

interface Group { title: string; base?: string; strings: string[] }

const GROUPS: Group[] = [
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

export function Examples({ state }: { state: State }) {
  return (
    <details class="examples">
      <summary>Strings that the documents print</summary>
      {GROUPS.map(({ title, base, strings }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {strings.map((text) => (
              <li key={text}>
                <a href={addressOf({ ...state, text, base: base ?? state.base })}>
                  <code>{text === "" ? '""' : text}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
