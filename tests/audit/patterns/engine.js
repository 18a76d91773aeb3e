// Says of strings whether a pattern matches in them.
//
// In: a JSON object a line, with `pattern` and `strings`, and perhaps `flags`. Out: a JSON line for each,
// `null` if the pattern is none, or for each string whether a search finds a match. A pattern without
// `flags` is a literal with flags, or a text that is tried with the flag `u` first, and without it next.
// V8's compiler of regular expressions has a fault that its interpreter has not: `^(((?=b)b\na)+aaa)$` is found in
// "b\naaaa" by the interpreter, as ECMA-262 says, and not once it is compiled, which is at the second string.
require('v8').setFlagsFromString('--regexp-interpret-all');
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter((line) => line !== '');
const compile = (text, given) => {
  const literal = /^\/(.+)\/([dgimsuvy]+)$/s.exec(text);
  const own = literal ? [[literal[1], literal[2]]] : [[text, 'u'], [text, '']];
  for (const [body, flags] of typeof given === 'string' ? [[text, given]] : own) {
    try { return new RegExp(body, flags); } catch { }
  }
  return null;
};
for (const line of lines) {
  const { pattern, strings, flags } = JSON.parse(line);
  const compiled = compile(pattern, flags);
  const test = (string) => { compiled.lastIndex = 0; return compiled.test(string); };
  console.log(JSON.stringify(compiled && strings.map(test)));
}
