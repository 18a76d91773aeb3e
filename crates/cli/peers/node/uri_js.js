"use strict";
// uri-js, and fast-uri, which has the same functions: `parse`, `resolve` and `normalize`. `parse` always
// normalizes. It does not throw, but sets `error`; the argument names the library.
const { library, serve, told } = require("./peer.js");

const name = process.argv[2];
const [uri, version] = library(name);
const answer = (input, base) => {
  if (base !== undefined) return { valid: true, target: uri.resolve(base, input) };
  const { error, scheme, userinfo, host, port, path, query, fragment } = uri.parse(input);
  if (error) return { valid: false, error };
  const parts = told({ scheme, userinfo, host, port: port === undefined ? port : String(port), path, query, fragment });
  return { valid: true, ...parts, normalized: uri.normalize(input) };
};

// What `resolve` throws: fast-uri a plain `Error`.
const refusals = {
  "uri-js": (error) => error instanceof URIError,
  "fast-uri": (error) => error.constructor === Error,
};
serve(`${name} ${version}`, answer, refusals[name]);
