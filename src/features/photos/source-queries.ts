import { useEffect, useState } from 'react';
import { directSource } from './queries.ts';

/** Pictures that were seen or packed before load without a network. */
export const isOnDevice = async (url: string): Promise<boolean> =>
  (await import('#data/range/packed.ts')).isPictureHere(url);

type Sources = Readonly<Record<string, string | undefined>>;

/** `<img>` addresses by url; undefined until read (`isOwn`: here). The first one stays: no reload after sending. */
export function usePhotoSources(urls: readonly string[], isOwn: boolean): Sources {
  const [found, setFound] = useState<Sources>({});
  const sources = Object.fromEntries(urls.map((url) => [url, found[url] ?? directSource(url, isOwn)]));
  const missing = urls.filter((url) => sources[url] === undefined).join(' ');
  useEffect(() => {
    if (missing === '') return;
    let isWanted = true;
    void import('#data/media/object-source.ts').then(({ readObjects }) =>
      readObjects(missing.split(' '), (url, src) => {
        if (isWanted) setFound((before) => ({ ...before, [url]: src }));
      }),
    );
    return () => {
      isWanted = false;
    };
  }, [missing, isOwn]);
  return sources;
}
