// A word for the command line of a POSIX shell, and of bash where the word has control characters.

/** The word in quotes, where it needs them; null if no command line can have it. */
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
