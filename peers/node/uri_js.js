"use strict";
// uri-js, `parse`, `resolve` and `normalize`. `parse` normalizes as it goes: there is no other form. It does not
// throw, but sets `error`.
const { library, serve, told } = require("./peer.js");

const [uri, version] = library("uri-js");
const answer = (input, base) => {
  if (base !== undefined) return { valid: true, target: uri.resolve(base, input) };
  const { error, scheme, userinfo, host, port, path, query, fragment } = uri.parse(input);
  if (error) return { valid: false, error };
  const parts = told({ scheme, userinfo, host, port: port === undefined ? port : String(port), path, query, fragment });
  return { valid: true, ...parts, normalized: uri.normalize(input) };
};

serve(`uri-js ${version}`, answer, (error) => error instanceof URIError);
