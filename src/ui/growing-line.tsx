import type { ClipboardEvent, ComponentProps, DragEvent } from 'react';
import { isComposing } from '#lib/is-composing.ts';
import { GrowingTextarea } from './growing-textarea.tsx';
import { insertText } from './insert-text.ts';

interface GrowingLineProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'rows' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter. */
  onEnter: () => void;
}

const LINE_BREAKS = /\r\n?|\n/g;

/** Inserts a text of several lines as one, so that undo takes it back. Another text is left to the browser. */
function insertAsLine(event: ClipboardEvent<HTMLTextAreaElement> | DragEvent<HTMLTextAreaElement>): void {
  const text = ('clipboardData' in event ? event.clipboardData : event.dataTransfer).getData('text/plain');
  // Pictures that come with it were taken instead.
  if (event.defaultPrevented || !/[\r\n]/.test(text)) return;
  event.preventDefault();
  insertText(event.currentTarget, text.replaceAll(LINE_BREAKS, ' '));
}

/** A single-line text that wraps instead of scrolling out of sight. Line breaks become spaces. */
export function GrowingLine({ onChange, onEnter, ...line }: GrowingLineProps) {
  return (
    <GrowingTextarea
      rows={1}
      style={{ minHeight: 0 }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event)) return;
        event.preventDefault();
        onEnter();
      }}
      onPaste={insertAsLine}
      onDrop={insertAsLine}
      onChange={({ target }) => {
        // Of a keyboard that sends no keys.
        if (target.value.includes('\n')) {
          // Written to the DOM directly: a React update would move the caret to the end.
          const caret = target.selectionStart;
          target.value = target.value.replaceAll('\n', ' ');
          target.setSelectionRange(caret, caret);
        }
        onChange(target.value);
      }}
      {...line}
    />
  );
}
