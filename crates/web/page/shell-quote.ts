// Quotes a word for a POSIX shell, or for bash if the word has control characters.

/** Returns the word, quoted if needed, or null if a command line cannot contain it. */
export function quoted(word: string): string | null {
  if (word.includes("\0")) return null;
  if (/^[A-Za-z0-9@%+=:,./_-]+$/.test(word)) return word;
  if (!/[\x01-\x1f\x7f-\x9f]|[^\P{C}\n]|\p{Zl}|\p{Zp}/u.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  let inner = "";
  for (const character of word) {
    const code = character.codePointAt(0) ?? 0;
    if (character === "'" || character === "\\") inner += `\\${character}`;
    else if (code < 0x20 || code === 0x7f) inner += `\\x${code.toString(16).padStart(2, "0")}`;
    else if (/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) inner += `\\U${code.toString(16).padStart(8, "0")}`;
    else inner += character;
  }
  return `$'${inner}'`;
}
