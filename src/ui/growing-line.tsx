import type { ComponentProps } from 'react';
import { isComposing } from '#lib/is-composing.ts';
import { GrowingTextarea } from './growing-textarea.tsx';

interface GrowingLineProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'rows' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter. */
  onEnter: () => void;
}

/** A single-line text that wraps instead of scrolling out of sight. Pasted line breaks are removed. */
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
      onChange={({ target }) => {
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
