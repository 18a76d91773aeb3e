"use strict";
// Node, `url.parse`, which is older than the WHATWG standard and follows no document.
//
// The host is in lower case, in Punycode and without brackets. The userinfo is decoded, so it is reported only if
// decoding changes nothing.
const url = require("url");
const { serve } = require("./peer.js");

const answer = (input, base) => {
  if (base !== undefined) return { valid: true, target: url.resolve(base, input) };
  const { protocol, auth, hostname, port, pathname, search, hash } = url.parse(input);
  const told = { scheme: protocol && protocol.slice(0, -1), host: hostname, port, path: pathname };
  if (auth === null || input.includes(auth + "@")) told.userinfo = auth;
  return { valid: true, ...told, query: search && search.slice(1), fragment: hash && hash.slice(1) };
};

const REFUSALS = ["ERR_INVALID_URL", "ERR_INVALID_ARG_VALUE"];
serve(`Node ${process.versions.node} url.parse`, answer, (error) => REFUSALS.includes(error.code) || error instanceof URIError);
