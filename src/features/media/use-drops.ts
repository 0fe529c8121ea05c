import { type RefObject, useEffect, useEffectEvent } from 'react';

const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/') || type === '');

/** Spreadsheet cells come as text, markup and picture, but are text. A copied picture has no plain text. */
const isText = (data: DataTransfer | null): boolean =>
  data !== null && data.getData('text/plain').trim() !== '' && data.types.includes('text/html');

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Takes pictures pasted into this form and files dropped on it; other files are refused in words. */
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
    form.addEventListener('paste', (event) => isText(event.clipboardData) || accept(event, event.clipboardData), {
      signal,
    });
    // The browser would open a file dropped elsewhere in place of the app and its draft.
    window.addEventListener('dragover', (event) => hasFiles(event.dataTransfer) && event.preventDefault(), { signal });
    window.addEventListener('drop', (event) => hasFiles(event.dataTransfer) && event.preventDefault(), { signal });
    form.addEventListener('drop', (event) => take([...(event.dataTransfer?.files ?? [])]), { signal });
    return () => stop.abort();
  }, [inside]);
}
