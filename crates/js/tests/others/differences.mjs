// The differences between `urispec/fast-uri` and fast-uri, by kind: each with the sentence that justifies it, an
// example for both, and a predicate for its assertions in the suite of fast-uri. docs/fast-uri.md lists them in this
// order.

const text = ({ test, message, found, wanted }) => `${test} ${message} ${JSON.stringify([found, wanted])}`;
const says = (pattern) => (assertion) => pattern.test(text(assertion));
const within = (file, pattern = /^/) => (assertion) => assertion.file === file && pattern.test(text(assertion));
const any = (...kinds) => (assertion) => kinds.some((kind) => kind(assertion));

/** The messages of fast-uri in `error` and in exceptions. */
const ERROR = /^(?:URI |HTTP URIs|URN |WebSocket |UUID |Host's domain|\/\^URN )/;
const isError = (value) => typeof value === "string" && value.length > 0;

export const DIFFERENCES = [
  {
    id: "wording",
    sentence: "An error names its position, and the section that it cites",
    example: ["parse", ["http://"], { error: "a URI of the scheme http must have a host (RFC 9110, 4.2.1)" }, { error: "HTTP URIs must have a host." }],
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
    sentence: "\"If host matches the rule for IPv4address, then it should be considered an IPv4 address literal and not a reg-name\" (RFC 3986, 3.2.2); `0x7f` does not, and remains a name",
    example: ["normalize", ["http://0x7f/"], "http://0x7f/", "http://0.0.0.127/"],
    is: any(within("host-fast-path.test.js", /0x|0X|new URL|conversion failure/), says(/WHATWG|IPv4 shorthand/)),
    count: 40,
  },
  {
    id: "idn",
    sentence: "\"Non-ASCII characters must first be encoded according to UTF-8 [STD63], and then each octet of the corresponding UTF-8 sequence must be percent-encoded to be represented as URI characters\" (RFC 3986, 3.2.2). A name is converted to ASCII \"prior to name lookup\"; the options `unicodeSupport` and `domainHost` are not supported",
    example: ["normalize", ["http://r\u00E9sum\u00E9.example/"], "http://r%C3%A9sum%C3%A9.example/", "http://xn--rsum-bpad.example/"],
    is: any(says(/xn--|\u7D0D|ASCII|IRI host|canonicalis|unicode|%E2%80%8[BD]|C2%AD/i), within("host-delimiter-security.test.js", /b%C3%BCcher/)),
    count: 22,
  },
  {
    id: "host",
    sentence: "\"URI producing applications must not use percent-encoding in host unless it is used to represent a UTF-8 character sequence\" (RFC 3986, 3.2.2). So neither a control nor a second `@` is encoded in the host of a string, whatever the scheme: the intended host is unknown",
    example: ["normalize", ["foo://a@b@evil.example/"], "foo://a@b@evil.example/", "foo://a@b%40evil.example/"],
    is: any(within("host-delimiter-security.test.js", /a@b|too many/), within("host-encoding.test.js", /control|U\+|CRLF|early/)),
    count: 6,
  },
  {
    id: "escape-in-host",
    sentence: "\"the scheme and host are case-insensitive and therefore should be normalized to lowercase\" (RFC 3986, 6.2.2.1): `%255C` is the triplet `%25` and the letters `5C`. Every triplet is part of a name (3.2.2), whatever a name resolver does with it",
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
    sentence: "\"port = *DIGIT\" (RFC 3986, 3.2.3) A port number has no upper limit",
    example: ["normalize", ["http://h:65536"], "http://h:65536/", "http://h:65536"],
    is: any(says(/65536/), within("equal.test.js", /malformed object/)),
    count: 4,
  },
  {
    id: "white-space-within",
    sentence: "\"A percent-encoding mechanism is used to represent a data octet in a component when that octet's corresponding character is outside the allowed set\" (RFC 3986, 2.1) In a path, a tab is encoded and harmless; before or after a string, it is refused",
    example: ["resolve", ["https://allowed.com/", "/\t/evil.com"], "https://allowed.com/%09/evil.com", Error],
    is: within("security.test.js", /whitespace/),
    count: 8,
  },
  {
    id: "urn",
    sentence: "Characters that are not allowed in a URI are encoded in a URN as elsewhere (RFC 3986, 2.1)",
    example: ["parse", ["urn:foo:bar|x"], { nid: "foo", nss: "bar%7Cx" }, { error: "URN can not be parsed." }],
    is: any(within("urn-full-input.test.js"), ({ found, wanted }) => found === undefined && /^URN/.test(wanted)),
    count: 4,
  },
  // The suite of fast-uri has no assertions about the others.
  {
    id: "empty-path",
    sentence: "\"In general, a URI that uses the generic syntax for authority with an empty path should be normalized to a path of \"/\".\" (RFC 3986, 6.2.3) So `equal(\"foo://h\", \"foo://h/\")` is true",
    example: ["normalize", ["foo://h"], "foo://h/", "foo://h"],
    is: () => false,
    count: 0,
  },
  {
    id: "default-port",
    sentence: "\"an explicit \":port\", for which the port is empty or the default for the scheme, is equivalent to one where the port and its \":\" delimiter are elided and thus should be removed by scheme-based normalization\" (RFC 3986, 6.2.3). `coap`, `coaps`, `dict`, `ftp`, `gopher`, `http`, `https`, `icap`, `imap`, `ipp`, `ipps`, `ldap`, `nfs`, `nntp`, `pop`, `prospero`, `rsync`, `rtsp`, `sftp`, `snmp`, `ssh`, `telnet`, `tftp`, `vnc`, `wais`, `ws` and `wss` have a default port here",
    example: ["normalize", ["ftp://h:21/"], "ftp://h/", "ftp://h:21/"],
    is: () => false,
    count: 0,
  },
  {
    id: "local-file",
    sentence: "\"When a scheme defines a default for authority and a URI reference to that default is desired, the reference should be normalized to an empty authority\" (RFC 3986, 6.2.3). So `file:/a` and `file://localhost/a` are `file:///a`",
    example: ["normalize", ["file://localhost/a"], "file:///a", "file://localhost/a"],
    is: () => false,
    count: 0,
  },
  {
    id: "port-zeros",
    sentence: "`resolve` normalizes its result by 6.2.2, which does not mention the port: the digits are unchanged. `parse` returns a number, and `normalize` removes the default port in any spelling",
    example: ["resolve", ["", "http://h:0012/"], "http://h:0012/", "http://h:12/"],
    is: () => false,
    count: 0,
  },
  {
    id: "bad-port",
    sentence: "\"port = *DIGIT\" (RFC 3986, 3.2.3) The text after the `:` is the port (B), and `serialize` throws for it; fast-uri turns these components into `http://h/x`",
    example: ["parse", ["http://h:x"], { port: "x" }, { port: "" }],
    is: () => false,
    count: 0,
  },
  {
    id: "no-host",
    sentence: "Such a string is not a URI of its scheme (RFC 9110, 4.2.1), and is unchanged: 6.2.3 applies to an empty path after an authority",
    example: ["normalize", ["https:"], "https:", "https:/"],
    is: () => false,
    count: 0,
  },
  {
    id: "urn-triplets",
    sentence: "\"the hexadecimal digits within a percent-encoding triplet (e.g., \"%3a\" versus \"%3A\") are case-insensitive and therefore should be normalized to use uppercase letters for the digits A-F\" (RFC 3986, 6.2.2.1)",
    example: ["parse", ["URN:A:B%2c"], { nss: "B%2C" }, { nss: "B%2c" }],
    is: () => false,
    count: 0,
  },
  {
    id: "space-in-host",
    sentence: "\"reg-name = *( unreserved / pct-encoded / sub-delims )\" (RFC 3986, 3.2.2) Every triplet is part of a name, `%20` too",
    example: ["parse", ["http://h.%20/"], { host: "h.%20" }, { error: "Host's domain name can not be converted to ASCII: TypeError: Invalid URL" }],
    is: () => false,
    count: 0,
  },
];
