// Tests programs/: what the package is for, in programs of about thirty lines. Expected values are derived manually.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Linter } from "eslint";
import rule from "./programs/eslint-rule.mjs";
import { faults } from "./programs/ajv.mjs";
import { Resources } from "./programs/mcp.mjs";
import { Config } from "./programs/zod.mjs";

test("a rule of ESLint underlines the part of a pattern", () => {
  const report = (code) => new Linter()
    .verify(code, [{ plugins: { uri: { rules: { regex: rule } } }, rules: { "uri/regex": "error" } }])
    .map(({ message, line, column, endColumn }) => [message.split(":")[0], line, column, endColumn]);
  assert.deepEqual(report("let a = /^a$/;\nlet b = [/[+.-_]/, /\\1(a)/];"), [["odd-range", 2, 13, 16]]);
  assert.deepEqual(report("x(/^a|b$/)"), [["escaped-anchor", 1, 4, 9]]);
});

test("resources of MCP are found by their templates", () => {
  const resources = new Resources();
  resources.add("repo://{owner}/{name}", (values) => values);
  resources.add("file:///{+path}", ({ path }) => path);
  assert.deepEqual(resources.read("repo://a/b%20c"), { owner: "a", name: "b c" });
  assert.equal(resources.read("file:///x/y"), "x/y");
  assert.throws(() => resources.read("repo://a"), /no resource/);
  assert.throws(() => resources.add("file:///{name}.txt", () => ""), /file:\/\/\/\{name\}\.txt and file:\/\/\/\{\+path\} both match file:/);
});

test("ajv reports values by their formats", () => {
  assert.deepEqual(faults({ callback: "https://h/", next: "?page=2", item: "/{id}" }), []);
  assert.deepEqual(faults({ callback: "https://h/a b", next: "[", item: "{" }),
    ["/callback format", "/next format", "/item format"]);
  assert.deepEqual(faults({ callback: "http://h/" }), ["/callback pattern"]);
});

test("zod gets the message and the components", () => {
  const { upstream, prefix } = Config.parse({ upstream: "https://h:8042" });
  assert.deepEqual([upstream.port, prefix], ["8042", "/"]);
  const messages = (config) => Config.safeParse(config).error.issues.map(({ path, message }) => `${path}: ${message}`);
  assert.deepEqual(messages({ upstream: "http://h:x/", prefix: "%" }),
    ["upstream: at index 9: a port contains only digits (RFC 3986, 3.2.3)", "prefix: not a URI reference"]);
  assert.deepEqual(messages({ upstream: "https:" }), ["upstream: an https URI with a host is needed"]);
});
