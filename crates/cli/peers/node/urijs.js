"use strict";
// urijs, `URI`, with `absoluteTo` and `normalize`. Components are as written; an empty one is not distinguished from an
// undefined one, except for the path.
const { library, serve } = require("./peer.js");

const [URI, version] = library("urijs");
const answer = (input, base) => {
  const uri = URI(input);
  if (base !== undefined) return { valid: true, target: uri.absoluteTo(base).toString() };
  const { protocol, username, password, hostname, port, path, query, fragment } = URI.parse(input);
  const userinfo = username ? username + (password ? ":" + password : "") : null;
  const some = { scheme: protocol, userinfo, host: hostname, port, query, fragment };
  const told = Object.fromEntries(Object.entries(some).filter(([, part]) => part));
  return { valid: true, ...told, path, normalized: uri.normalize().toString() };
};

// It throws plain errors.
serve(`urijs ${version}`, answer, (error) => [Error, TypeError, URIError].includes(error.constructor));
