// Where `urispec/fast-uri` answers otherwise than fast-uri, by kinds: each with the sentence that it rests on, an example
// that both are asked, and how to know its assertions in the suite of fast-uri. docs/fast-uri.md has them in this order.

const text = ({ test, message, found, wanted }) => `${test} ${message} ${JSON.stringify([found, wanted])}`;
const says = (pattern) => (assertion) => pattern.test(text(assertion));
const within = (file, pattern = /^/) => (assertion) => assertion.file === file && pattern.test(text(assertion));
const any = (...kinds) => (assertion) => kinds.some((kind) => kind(assertion));

/** What fast-uri writes into `error`, and what it throws. */
const ERROR = /^(?:URI |HTTP URIs|URN |WebSocket |UUID |Host's domain|\/\^URN )/;
const isError = (value) => typeof value === "string" && value.length > 0;

export const DIFFERENCES = [
  {
    id: "wording",
    sentence: "An error names the place, and the section that the sentence rests on",
    example: ["parse", ["http://"], { error: "a URI of the scheme http has a host (RFC 9110, 4.2.1)" }, { error: "HTTP URIs must have a host." }],
    is: ({ found, wanted }) => (isError(found) && ERROR.test(wanted)) || (isError(found?.error) && ERROR.test(wanted?.error ?? "")),
    count: 282,
  },
  {
    id: "zone",
    sentence: "\"This syntax does not support IPv6 scoped addressing zone identifiers.\" (RFC 3986, 3.2.2)",
    example: ["normalize", ["http://[fe80::a%25en1]/x/../"], "http://[fe80::a%25en1]/x/../", "http://[fe80::a%25en1]/"],
    is: says(/zone|fe80|%en|interface/i),
    count: 72,
  },
  {
    id: "ipv6-spelling",
    sentence: "6.2.2 names letter case, triplets and dot segments, and nothing about the zeros of an address: \"the scheme and host are case-insensitive and therefore should be normalized to lowercase\" (RFC 3986, 6.2.2.1)",
    example: ["normalize", ["http://[0:0:0:0:0:0:0:1]/"], "http://[0:0:0:0:0:0:0:1]/", "http://[::1]/"],
    is: any(within("ipv6-canonical.test.js"), within("ipv6-validation.test.js", /:0:0:0|0001/), says(/2001:db8::001/)),
    count: 10,
  },
  {
    id: "ipv4-number",
    sentence: "\"If host matches the rule for IPv4address, then it should be considered an IPv4 address literal and not a reg-name\" (RFC 3986, 3.2.2); `0x7f` does not, and stays the name that it is",
    example: ["normalize", ["http://0x7f/"], "http://0x7f/", "http://0.0.0.127/"],
    is: any(within("host-fast-path.test.js", /0x|0X|new URL|conversion failure/), says(/WHATWG|IPv4 shorthand/)),
    count: 40,
  },
  {
    id: "idn",
    sentence: "\"Non-ASCII characters must first be encoded according to UTF-8 [STD63], and then each octet of the corresponding UTF-8 sequence must be percent-encoded to be represented as URI characters\" (RFC 3986, 3.2.2). To ASCII a name is brought \"prior to name lookup\"; the options `unicodeSupport` and `domainHost` are not here",
    example: ["normalize", ["http://r\u00E9sum\u00E9.example/"], "http://r%C3%A9sum%C3%A9.example/", "http://xn--rsum-bpad.example/"],
    is: any(says(/xn--|\u7D0D|ASCII|IRI host|canonicalis|unicode|%E2%80%8[BD]|C2%AD/i), within("host-delimiter-security.test.js", /b%C3%BCcher/)),
    count: 22,
  },
  {
    id: "host",
    sentence: "\"URI producing applications must not use percent-encoding in host unless it is used to represent a UTF-8 character sequence\" (RFC 3986, 3.2.2). So neither a control nor a second `@` is encoded in a host, whatever the scheme: which host was meant is not known",
    example: ["normalize", ["foo://a@b@evil.example/"], "foo://a@b@evil.example/", "foo://a@b%40evil.example/"],
    is: any(within("host-delimiter-security.test.js", /a@b|second/), within("host-encoding.test.js", /control|U\+|CRLF|early/)),
    count: 6,
  },
  {
    id: "escape-in-host",
    sentence: "\"the scheme and host are case-insensitive and therefore should be normalized to lowercase\" (RFC 3986, 6.2.2.1): `%255C` is the triplet `%25` and the letters `5C`. And every triplet is part of a name (3.2.2), whatever a resolver of names makes of it",
    example: ["normalize", ["http://allowed.com%255Cevil.com/"], "http://allowed.com%255cevil.com/", "http://allowed.com%255Cevil.com/"],
    is: within("security-normalization.test.js", /nested backslash|host conversion/),
    count: 3,
  },
  {
    id: "relative-normal-form",
    sentence: "\"A URI reference must be transformed to its target URI before it can be normalized.\" (RFC 3986, 5.2.1) The dot segments of a relative path stay until it is resolved",
    example: ["normalize", ["a/../b"], "a/../b", "b"],
    is: within("relative-normalization-security.test.js"),
    count: 12,
  },
  {
    id: "encoded-dots",
    sentence: "\"percent-encoded octets in the ranges of ALPHA (%41-%5A and %61-%7A), DIGIT (%30-%39), hyphen (%2D), period (%2E), underscore (%5F), or tilde (%7E) [\u2026] should be decoded to their corresponding unreserved characters by URI normalizers\" (RFC 3986, 2.3)",
    example: ["normalize", ["http://example.com/a/%2E%2E/b"], "http://example.com/b", "http://example.com/a/%2E%2E/b"],
    is: any(says(/%2E%2E/), within("security-normalization.test.js", /live path syntax/)),
    count: 4,
  },
  {
    id: "first-colon",
    sentence: "\"Such a segment must be preceded by a dot-segment (e.g., \"./this:that\") to make a relative-path reference.\" (RFC 3986, 4.2)",
    example: ["serialize", [{ path: "foo:bar" }], "./foo:bar", "foo%3Abar"],
    is: any(says(/%3A/), within("reserved-path-normalization.test.js", /early/)),
    count: 7,
  },
  {
    id: "two-slashes",
    sentence: "\"When authority is not present, the path cannot begin with two slash characters (\"//\").\" (RFC 3986, 3) `/.` before it keeps the path's data; `%2F` is other data (2.2)",
    example: ["serialize", [{ path: "//path" }], "/.//path", "/%2Fpath"],
    is: says(/%2Fpath/),
    count: 3,
  },
  {
    id: "port",
    sentence: "\"port = *DIGIT\" (RFC 3986, 3.2.3) A number has no upper end",
    example: ["normalize", ["http://h:65536"], "http://h:65536/", "http://h:65536"],
    is: any(says(/65536/), within("equal.test.js", /malformed object/)),
    count: 4,
  },
  {
    id: "white-space-within",
    sentence: "\"A percent-encoding mechanism is used to represent a data octet in a component when that octet's corresponding character is outside the allowed set\" (RFC 3986, 2.1) Within a path a tab is encoded and harmless; before and after a string it is refused",
    example: ["resolve", ["https://allowed.com/", "/\t/evil.com"], "https://allowed.com/%09/evil.com", Error],
    is: within("security.test.js", /whitespace/),
    count: 8,
  },
  {
    id: "urn",
    sentence: "What no URI holds is encoded in a URN as elsewhere (RFC 3986, 2.1)",
    example: ["parse", ["urn:foo:bar|x"], { nid: "foo", nss: "bar%7Cx" }, { error: "URN can not be parsed." }],
    is: any(within("urn-full-input.test.js"), ({ found, wanted }) => found === undefined && /^URN/.test(wanted)),
    count: 4,
  },
];
