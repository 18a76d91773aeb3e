// Runs ajv with this package as its `uriResolver`, and unmodified ajv, on the whole JSON Schema Test Suite, for each
// draft that ajv supports. The results must be equal, or correct where ajv's own are wrong.
//
// Reads suites/json, which `./test` downloads with the source package of Python's jsonschema.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv";
import Ajv2019 from "ajv/dist/2019.js";
import Ajv2020 from "ajv/dist/2020.js";
import AjvDraft04 from "ajv-draft-04";
import uriResolver from "urispec/fast-uri";

const require = createRequire(import.meta.url);
const suite = new URL("../suites/json/", import.meta.url).pathname;
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

const DRAFTS = [
  ["draft4", AjvDraft04.default, []],
  ["draft6", Ajv.default, [require("ajv/dist/refs/json-schema-draft-06.json")]],
  ["draft7", Ajv.default, []],
  ["draft2019-09", Ajv2019.default, []],
  ["draft2020-12", Ajv2020.default, []],
];

/** Returns the schemas of the suite under http://localhost:1234/, by address. */
function remotes(folder = join(suite, "remotes"), at = "http://localhost:1234/") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? remotes(join(folder, entry.name), `${at}${entry.name}/`)
      : [[at + entry.name, read(join(folder, entry.name))]]);
}

/** Returns the verdicts of a group, or `error` if its schema does not compile. */
function verdicts(Ajv, metas, others, { schema, tests }, options) {
  const ajv = new Ajv({ strict: false, logger: false, validateFormats: false, ...options });
  for (const meta of metas) ajv.addMetaSchema(meta);
  for (const [address, other] of others) {
    // A remote schema of another draft is not needed here.
    try { ajv.addSchema(other, address); } catch { /* left out for both */ }
  }
  let validate;
  try { validate = ajv.compile(schema); } catch { return tests.map(() => "error"); }
  return tests.map(({ data, valid }) => {
    try { return validate(data) === valid ? "right" : "wrong"; } catch { return "error"; }
  });
}

const left = existsSync(suite) ? false : "suites/json is missing; ./test downloads it";
for (const [draft, Ajv, metas] of DRAFTS) {
  test(`ajv answers ${draft} as before`, { skip: left }, () => {
    const others = remotes().filter(([address]) => {
      const own = /\/(draft[^/]*)\//.exec(address)?.[1];
      return own === undefined || own === draft;
    });
    const folder = join(suite, "tests", draft);
    const counts = { right: 0, checked: 0, better: [] };
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
      // The other groups have no reference and no id. Compiling two validators per group takes time.
      const groups = read(join(folder, file)).filter(({ schema }) => /"(?:\$?id|\$(?:dynamic|recursive)?[rR]ef|\$\w*[aA]nchor)"/.test(JSON.stringify(schema)));
      for (const group of groups) {
        const remote = JSON.stringify(group.schema).includes("localhost:1234") ? others : [];
        const before = verdicts(Ajv, metas, remote, group, {});
        const now = verdicts(Ajv, metas, remote, group, { uriResolver });
        now.forEach((verdict, at) => {
          counts.checked += 1;
          counts.right += Number(verdict === "right");
          const name = `${file}: ${group.description}: ${group.tests[at].description}`;
          if (verdict === before[at]) return;
          assert.equal(verdict, "right", `${name}: ${before[at]} before, ${verdict} now`);
          counts.better.push(name);
        });
      }
    }
    assert.ok(counts.checked > 60, `only ${counts.checked} were checked`);
    console.log(`# ${draft}: ${counts.checked} asked, ${counts.right} right, ${counts.better.length} only now`);
    for (const name of counts.better) console.log(`#   ${name}`);
  });
}

test("a definition with characters that are not allowed in a URI", () => {
  // RFC 3986, 2.1: the fragment contains them as triplets. Schemas also contain them raw.
  const definitions = { "Record<string,Person>": { type: "integer" } };
  for (const $ref of ["#/definitions/Record%3Cstring%2CPerson%3E", "#/definitions/Record<string,Person>"]) {
    const validate = new Ajv.default({ uriResolver }).compile({ $ref, definitions });
    assert.deepEqual([validate(1), validate("1")], [true, false]);
  }
});

test("an id that is a URN with dots", () => {
  const schema = { $id: "urn:example:a/../b", $ref: "#/definitions/n", definitions: { n: { type: "integer" } } };
  const validate = new Ajv.default({ uriResolver }).compile(schema);
  assert.deepEqual([validate(1), validate("1")], [true, false]);
});
