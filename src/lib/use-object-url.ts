import { useEffect, useState } from 'react';

/** The object URL of a file by name; null until read, or without one. `read` must be stable. */
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
