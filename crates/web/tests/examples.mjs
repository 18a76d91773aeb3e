// Strings printed in documents.

/** RFC 3986, 1.1.2. */
export const URIS = [
  "ftp://ftp.is.co.za/rfc/rfc1808.txt",
  "http://www.ietf.org/rfc/rfc2396.txt",
  "ldap://[2001:db8::7]/c=GB?objectClass?one",
  "mailto:John.Doe@example.com",
  "news:comp.infosystems.www.servers.unix",
  "tel:+1-816-555-1212",
  "telnet://192.0.2.16:80/",
  "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
];

/** RFC 3986, 5.4: the base, and references that the section resolves. */
export const BASE = "http://a/b/c/d;p?q";
export const REFERENCES = ["g:h", "g", "./g", "g/", "/g", "//g", "?y", "#s", ";x", "", ".", "..", "../../g", "g;x=1/../y", "g#s/../x"];
