"use strict";
// The answer of a class with the members of WHATWG's `URL`.
//
// Components are taken from the serialized URL, which the parser escapes, decodes and trims as its standard requires.
// Without a base it accepts only absolute URLs, so there is no verdict on a string without a scheme.
exports.answer = (Class, input, base) => {
  if (base !== undefined) return { valid: true, target: new Class(input, base).href };
  // Spaces and controls before it, and tabs and line breaks in it, are removed.
  if (!/^[\0- ]*[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:/.test(input)) return { valid: null };
  const url = new Class(input);
  // The members are "" for an empty and an undefined query; `href` distinguishes them.
  const query = url.search || url.href.split("#")[0].endsWith("?") ? url.search.slice(1) : null;
  const fragment = url.hash || url.href.endsWith("#") ? url.hash.slice(1) : null;
  const userinfo = url.username + (url.password && ":" + url.password) || null;
  const host = url.href.startsWith(url.protocol + "//") ? url.hostname : null;
  const [scheme, port, path] = [url.protocol.slice(0, -1), url.port || null, url.pathname];
  return { valid: true, scheme, userinfo, host, port, path, query, fragment, normalized: url.href };
};
