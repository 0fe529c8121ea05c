import { useState } from 'react';
import { Lightbox } from '#ui/lightbox.tsx';
import { Photo } from '#ui/photo.tsx';
import { VirtualList } from '#ui/virtual-list.tsx';
import { Part } from './part.tsx';
import styles from './sheet.module.css';

const IMAGES = [
  { id: '1', src: '/seed/range.webp', alt: 'Seven paper targets on an empty range in the first light' },
  { id: '2', src: '/seed/steel.webp', alt: 'Six white plates on a rail' },
  { id: '3', src: '/seed/bench.webp', alt: '' },
];
/** Two by two pixels: sky and grass. */
const PREVIEW =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="2" height="2"%3E%3Crect width="2" height="1" fill="%23bcc7cc"/%3E%3Crect y="1" width="2" height="1" fill="%23767a48"/%3E%3C/svg%3E';
const LINES = Array.from({ length: 400 }, (_, index) => ({ id: String(index), words: 1 + ((index * 7) % 40) }));

export function Pictures() {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <Part title="Pictures">
        <div className={styles.photos}>
          <Photo src="/seed/range.webp" alt="Seven paper targets" width={1200} height={800} preview={PREVIEW}>
            <button type="button" className={styles.cover} aria-label="Open picture" onClick={() => setOpen(0)} />
          </Photo>
          <Photo src="/seed/never-there.jpg" alt="Six white plates on a rail" width={1200} height={800} />
          <Photo src="/seed/steel.webp" alt="" width={1200} height={800} deferred="240 kB" />
          <Photo src="/seed/nothing-yet.webp?wait" alt="" width={1200} height={800} preview={PREVIEW} deferred />
        </div>
      </Part>
      <Part title="A list of 400 items, of which a few are rendered">
        <VirtualList
          label="Lines"
          kind="list"
          items={LINES.slice(0, 6)}
          getKey={(line) => line.id}
          estimate={40}
          renderItem={(line) => (
            <p>
              Line {line.id}. {'word '.repeat(line.words)}
            </p>
          )}
        />
      </Part>
      {open !== null && (
        <Lightbox
          label="Pictures of this post"
          images={IMAGES}
          index={open}
          onIndex={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
