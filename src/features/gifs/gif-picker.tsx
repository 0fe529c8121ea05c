import { useEffect, useRef, useState } from 'react';
import { gifsCopy } from '#copy/gifs.ts';
import { useDataSaver } from '#features/settings/queries.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';
import styles from './gif-picker.module.css';
import { type FoundGif, type Gifs, recordGif, useGifs } from './queries.ts';

/** §9. */
const TYPING_MS = 250;
const HOVER_MS = 200;
const WIDTH = 300;
const COLUMNS = 3;
const GUTTER = 6;
const COLUMN = (WIDTH - (COLUMNS - 1) * GUTTER) / COLUMNS;

interface GifPickerProps {
  /** The address of the original. */
  onPick: (url: string) => void;
  onClose: () => void;
}

export function GifPicker({ onPick, onClose }: GifPickerProps) {
  const [typed, setTyped] = useState('');
  const [term, setTerm] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Dialog
      open
      title={gifsCopy.title}
      lead={
        <label className={styles.search}>
          <SearchIcon />
          <span className="sr">{gifsCopy.search}</span>
          <input
            type="search"
            data-autofocus
            placeholder={gifsCopy.search}
            value={typed}
            maxLength={50}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      }
      placement="sheet"
      onClose={onClose}
    >
      <Grid
        key={term}
        term={term}
        onPick={(gif) => {
          recordGif('CLICK', gif);
          onPick(gif.url);
        }}
      />
      <p className={styles.powered}>
        <a href="https://giphy.com/" target="_blank" rel="noopener noreferrer">
          {gifsCopy.poweredBy} {gifsCopy.provider}
        </a>
      </p>
    </Dialog>
  );
}

/** Each gif goes to the column that is the shortest. */
function toColumns(gifs: readonly FoundGif[]): { gifs: FoundGif[]; height: number }[] {
  const columns = Array.from({ length: COLUMNS }, () => ({ gifs: [] as FoundGif[], height: 0 }));
  for (const gif of gifs) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least));
    shortest.gifs.push(gif);
    shortest.height += heightOf(gif) + GUTTER;
  }
  return columns;
}

const heightOf = ({ width, height }: FoundGif): number => Math.round((COLUMN * height) / Math.max(1, width));

function Grid({ term, onPick }: { term: string; onPick: (gif: FoundGif) => void }) {
  const { gifs, state, more, retry } = useGifs(term);
  return (
    <div className={styles.scroll}>
      <div className={styles.grid}>
        {toColumns(gifs).map((column, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- there are always three
          <ul key={index}>
            {column.gifs.map((gif) => (
              <li key={gif.id}>
                <Item gif={gif} onPick={onPick} />
              </li>
            ))}
          </ul>
        ))}
      </div>
      <State state={state} isEmpty={gifs.length === 0} retry={retry} />
      {state === 'more' && <End onSeen={more} />}
    </div>
  );
}

function Item({ gif, onPick }: { gif: FoundGif; onPick: (gif: FoundGif) => void }) {
  const savesData = useDataSaver();
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hover.current), []);
  return (
    <button
      type="button"
      className={styles.gif}
      aria-label={gif.title || gifsCopy.untitled}
      onPointerEnter={() => {
        hover.current = setTimeout(() => recordGif('HOVER', gif), HOVER_MS);
      }}
      onPointerLeave={() => clearTimeout(hover.current)}
      onClick={() => onPick(gif)}
    >
      {savesData ? (
        <span aria-hidden="true">{gif.title || gifsCopy.untitled}</span>
      ) : (
        <img
          src={gif.preview}
          alt=""
          width={COLUMN}
          height={heightOf(gif)}
          loading="lazy"
          onLoad={() => recordGif('SEEN', gif)}
        />
      )}
    </button>
  );
}

function State({ state, isEmpty, retry }: { state: Gifs['state']; isEmpty: boolean; retry: () => void }) {
  if (state === 'more') return null;
  if (state === 'end') return isEmpty && <output className={styles.state}>{gifsCopy.none}</output>;
  if (state === 'loading' || state === 'offline') return <output className={styles.state}>{gifsCopy[state]}</output>;
  if (state.kind !== 'failed') return <output className={styles.state}>{gifsCopy[state.kind]}</output>;
  return (
    <div className={styles.state} role="alert">
      <p>{gifsCopy.failed}</p>
      <Button kind="text" size="s" onClick={retry}>
        {gifsCopy.retry}
      </Button>
      <p className={styles.reason}>{state.message ?? gifsCopy.noReason}</p>
    </div>
  );
}

/** The end of the grid, which loads the next page when it is near. */
function End({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(), { rootMargin: '200px' });
    if (mark.current) seen.observe(mark.current);
    return () => seen.disconnect();
  }, [onSeen]);
  return <div ref={mark} className={styles.end} />;
}
