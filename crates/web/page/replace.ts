// Replaces the text of the page's field so that the browser's own undo restores it.
//
// A value that a script assigns ends the field's undo history; text that a command inserts does not.

/** Inserts a text in place of the field's, if the page has the field. The focus stays where it is. */
export function replaceInField(text: string): void {
  const field = document.getElementById("text");
  // A field would change a carriage return, and a long text has another field.
  if (!(field instanceof HTMLTextAreaElement) || text.includes("\r") || field.value === text) return;
  const focused = document.activeElement;
  field.focus({ preventScroll: true });
  field.select();
  document.execCommand("insertText", false, text);
  if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true });
}
