"use strict";
// Node, the class `URL`: the WHATWG URL Standard.
//
// Components are those of the serialized URL, in which the parser escapes, decodes and drops what its standard
// says. Without a base it takes absolute URLs only; a string that begins with no scheme is not judged.
const { serve } = require("./peer.js");

// Spaces and controls before it are dropped, and tabs and line breaks in it.
const SCHEME = /^[\0- ]*[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:/;

const answer = (input, base) => {
  if (base !== undefined) return { valid: true, target: new URL(input, base).href };
  if (!URL.canParse(input) && !SCHEME.test(input)) return { valid: null };
  const url = new URL(input);
  // The members say "" for an empty query and for none; `href` shows which.
  const query = url.search || url.href.split("#")[0].endsWith("?") ? url.search.slice(1) : null;
  const fragment = url.hash || url.href.endsWith("#") ? url.hash.slice(1) : null;
  const userinfo = url.username + (url.password && ":" + url.password) || null;
  const host = url.href.startsWith(url.protocol + "//") ? url.hostname : null;
  const [scheme, port, path] = [url.protocol.slice(0, -1), url.port || null, url.pathname];
  return { valid: true, scheme, userinfo, host, port, path, query, fragment, normalized: url.href };
};

serve(`Node ${process.versions.node} URL (Ada ${process.versions.ada})`, answer, (error) => error.code === "ERR_INVALID_URL");
