// Tests the entry `urispec/formats` with ajv. The expected values follow from the productions.
import assert from "node:assert/strict";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { formats } from "urispec/formats";

const CASES = {
  uri: { valid: ["a:", "http://[::1]:80/?#", "urn:isbn:0"], invalid: ["", "/a", "a b:", "http://h/é", "http://[::1", "1:b"] },
  "uri-reference": { valid: ["", "/a", "?q", "#", "//h", "a:b"], invalid: [" ", "%", "[", "\\", ":a"] },
  iri: { valid: ["http://é/ü"], invalid: ["/é", "http://h/\u{FFFF}"] },
  "iri-reference": { valid: ["é", ""], invalid: [" "] },
  "uri-template": { valid: ["", "/{a}{?b*,c:3}", "{+a}"], invalid: ["{", "}", "{a:0}", "{a b}", "<"] },
  ipv4: { valid: ["0.0.0.0", "255.255.255.255"], invalid: ["256.0.0.0", "01.0.0.0", "1.2.3"] },
  ipv6: { valid: ["::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"], invalid: ["1::2::3", ":", "::g", "fe80::1%25a"] },
  uuid: { valid: ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"], invalid: ["f81d4fae7dec11d0a76500a0c91e6bf6", "{}"] },
};

test("each format accepts the strings of its production, also in ajv", () => {
  assert.deepEqual(Object.keys(formats).sort(), Object.keys(CASES).sort());
  for (const [format, { valid, invalid }] of Object.entries(CASES)) {
    const validate = new Ajv({ formats }).compile({ type: "string", format });
    for (const text of valid) assert.ok(formats[format](text) && validate(text), `${format}: ${text}`);
    for (const text of invalid) assert.ok(!formats[format](text) && !validate(text), `${format}: ${text}`);
  }
  assert.throws(() => formats.uri(null), TypeError);
});
