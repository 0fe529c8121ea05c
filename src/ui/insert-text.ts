/**
 * Replaces a part of a field's text, by default its selection, as if it was typed: React sees it, the caret is after
 * it, and undo takes it back. The focus stays where it is. On touch screens a field without the focus has no undo,
 * because the focus would open the keyboard.
 */
export function insertText(field: HTMLTextAreaElement | HTMLInputElement, text: string, start?: number): void {
  const end = field.selectionEnd ?? field.value.length;
  const from = start ?? field.selectionStart ?? end;
  const focused = document.activeElement;
  if (focused !== field && matchMedia('(hover: hover)').matches) field.focus({ preventScroll: true });
  field.setSelectionRange(from, end);
  // Deprecated, but the only way to keep the field's undo.
  if (document.activeElement !== field || !document.execCommand('insertText', false, text)) {
    field.setRangeText(text, from, end, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focused instanceof HTMLElement && focused !== field) focused.focus({ preventScroll: true });
}
