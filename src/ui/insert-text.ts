/** Replaces a part of a field's text, by default its selection, as if it was typed: React sees it, and the caret is after it. */
export function insertText(field: HTMLTextAreaElement | HTMLInputElement, text: string, start?: number): void {
  const end = field.selectionEnd ?? field.value.length;
  const from = start ?? field.selectionStart ?? end;
  if (document.activeElement === field) {
    field.setSelectionRange(from, end);
    // Deprecated, but the only way to keep the field's undo.
    if (document.execCommand('insertText', false, text)) return;
  }
  field.setRangeText(text, from, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
