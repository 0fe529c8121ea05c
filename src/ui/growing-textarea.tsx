import { useLayoutEffect, useRef, type ComponentProps } from 'react';

/** A textarea as tall as its text: by `field-sizing`, which ignores `rows` (so a minimum height), else measured. */
export function GrowingTextarea({ value, rows, style, ...rest }: ComponentProps<'textarea'>) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = ref.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  }, [value]);
  const least = rows === undefined ? undefined : { minHeight: `calc(${rows} * 1lh + 25px)` };
  return <textarea dir="auto" ref={ref} value={value} rows={rows} style={{ ...least, ...style }} {...rest} />;
}
