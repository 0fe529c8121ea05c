import { type RefObject, useEffect, useEffectEvent } from 'react';

const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/') || type === '');

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Takes in pictures that are pasted into the form of this element or dropped on it. */
export function useDrops(inside: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const form = inside.current?.closest('form');
    if (!form) return;
    const stop = new AbortController();
    const { signal } = stop;
    const accept = (event: Event, data: DataTransfer | null) => {
      const files = picturesOf(data);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    form.addEventListener('paste', (event) => accept(event, event.clipboardData), { signal });
    form.addEventListener('dragover', (event) => hasFiles(event.dataTransfer) && event.preventDefault(), { signal });
    form.addEventListener('drop', (event) => accept(event, event.dataTransfer), { signal });
    return () => stop.abort();
  }, [inside]);
}
