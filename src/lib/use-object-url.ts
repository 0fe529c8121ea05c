import { useEffect, useState } from 'react';

/**
 * The object URL of a file, by its name; null until it was read, and where there is none. `read` must not change
 * between renders.
 */
export function useObjectUrl(name: string | null, read: (name: string) => Promise<Blob | null>): string | null {
  const [found, setFound] = useState<{ name: string; src: string } | null>(null);
  useEffect(() => {
    if (name === null) return;
    let src: string | undefined;
    let isWanted = true;
    void read(name).then((file) => {
      if (!file || !isWanted) return;
      src = URL.createObjectURL(file);
      setFound({ name, src });
    });
    return () => {
      isWanted = false;
      setFound(null);
      if (src) URL.revokeObjectURL(src);
    };
  }, [name, read]);
  return found?.name === name ? found.src : null;
}
