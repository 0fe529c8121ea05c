import { useLayoutEffect, useRef, type ComponentProps } from 'react';

/** A textarea as tall as its text. `field-sizing` does it natively where it exists; elsewhere the height is measured. */
export function GrowingTextarea({ value, ...rest }: ComponentProps<'textarea'>) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = ref.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [value]);
  return <textarea ref={ref} value={value} {...rest} />;
}
