import type { ComponentProps } from 'react';
import { GrowingTextarea } from './growing-textarea.tsx';

interface GrowingLineProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'rows' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  /** Enter was pressed. */
  onEnter: () => void;
}

/** One line of text that breaks where the screen ends instead of running out of sight. What is pasted loses its line breaks. */
export function GrowingLine({ onChange, onEnter, ...line }: GrowingLineProps) {
  return (
    <GrowingTextarea
      rows={1}
      style={{ minHeight: 0 }}
      onKeyDown={(event) => {
        // The Enter that chooses a word of an input method belongs to that.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter();
      }}
      onChange={({ target }) => {
        if (target.value.includes('\n')) {
          // Written here and not left to React, which would put the caret at the end.
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
