"use strict";
// url-parse, which splits a URL as browsers did before the URL Standard, and never rejects one. It does not distinguish
// empty components from undefined ones.
const { library, serve } = require("./peer.js");

const [Url, version] = library("url-parse");
const answer = (input, base) => {
  // Without a base it takes the page's address, of which there is none here.
  const url = base === undefined ? new Url(input, {}) : new Url(input, base);
  if (base !== undefined) return { valid: true, target: url.href };
  const { protocol, auth, hostname, port, pathname, query, hash } = url;
  const some = { scheme: protocol.slice(0, -1), userinfo: auth, host: hostname, port, query: query.slice(1), fragment: hash.slice(1) };
  const told = Object.fromEntries(Object.entries(some).filter(([, part]) => part));
  return { valid: true, ...told, path: pathname, normalized: url.href };
};

serve(`url-parse ${version}`, answer, () => false);
