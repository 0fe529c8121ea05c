/**
 * Replaces a part of a field's text (default: the selection) as if typed, for React, caret and undo. No undo on touch
 * screens without focus, which would open the keyboard.
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
