import { useCallback, useEffect, useState } from 'react';
import type { Gif, GifEvent } from '#contract/gifs.ts';
import { syncState } from '#data/device/sync-state.ts';
import { findGifs, forgetGifs, type GifAnswer, gifsStore, reportGifEvents } from '#data/remote/gifs.ts';
import { useStore } from '#lib/use-store.ts';

const useIsOnline = (): boolean => useStore(syncState).phase === 'online';

/** Without the provider's key on the server there are no gifs. */
export function useHasGifs(): boolean {
  const hasGifs = useStore(gifsStore);
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isOnline && !hasGifs) void findGifs('', 0);
  }, [isOnline, hasGifs]);
  return hasGifs;
}

/** A gif with the answer that it came with. */
export interface FoundGif extends Gif {
  response_id: string;
  /** By a term. */
  is_search: boolean;
}

export interface Gifs {
  gifs: readonly FoundGif[];
  state: 'loading' | 'more' | 'end' | 'offline' | Exclude<GifAnswer, { kind: 'page' }>;
  more: () => void;
  retry: () => void;
}

interface Grid {
  term: string;
  gifs: readonly FoundGif[];
  /** Null after the last page. */
  next: number | null;
  failure: Exclude<GifAnswer, { kind: 'page' }> | null;
}

const emptyGrid = (term: string): Grid => ({ term, gifs: [], next: 0, failure: null });

/** Gifs for a term, page by page. Another term starts again. */
export function useGifs(term: string): Gifs {
  const isOnline = useIsOnline();
  const [stored, setGrid] = useState<Grid>(() => emptyGrid(term));
  const [wanted, setWanted] = useState(0);
  const grid = stored.term === term ? stored : emptyGrid(term);
  const { next, failure, gifs } = grid;
  // The first page at once, the next ones when the end of the grid is seen.
  const offset = next !== null && !failure && isOnline && (next === 0 || next <= wanted) ? next : null;

  useEffect(() => {
    if (offset === null) return;
    let isGone = false;
    void findGifs(term, offset).then((answer) => {
      if (isGone) return;
      setGrid((before) => {
        const base = before.term === term ? before : emptyGrid(term);
        if (base.next !== offset) return base;
        if (answer.kind !== 'page') return { ...base, failure: answer };
        const { page } = answer;
        const known = new Set(base.gifs.map(({ id }) => id));
        const found = page.gifs
          .filter(({ id }) => !known.has(id))
          .map((gif) => ({ ...gif, response_id: page.response_id, is_search: term !== '' }));
        return { term, gifs: [...base.gifs, ...found], next: page.next, failure: null };
      });
    });
    return () => {
      isGone = true;
    };
  }, [term, offset]);

  const more = useCallback(() => setWanted(next ?? 0), [next]);
  const retry = () => {
    forgetGifs(term, next ?? 0);
    setGrid({ ...grid, failure: null });
  };
  const state = failure ?? (next === null ? 'end' : !isOnline ? 'offline' : offset === null ? 'more' : 'loading');
  return { gifs, state, more, retry };
}

/** §9: waits for further events. */
const BATCH_MS = 1000;
const MOST_IN_BATCH = 100;

let batch: GifEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const seen = new Set<string>();

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  for (let rest = batch; rest.length > 0; rest = rest.slice(MOST_IN_BATCH)) {
    reportGifEvents(rest.slice(0, MOST_IN_BATCH));
  }
  batch = [];
}

const sendWhenHidden = () => document.visibilityState === 'hidden' && send();

/** Reports GIF events to the provider in batches, and when the page is left. A GIF is seen once per answer. */
export function recordGif(action: GifEvent['action'], { id, payload, response_id, is_search }: FoundGif): void {
  if (!payload) return;
  const name = `${id} ${response_id}`;
  if (action === 'SEEN' && seen.has(name)) return;
  seen.add(name);
  // The same listener is added once. A phone may close a page that was hidden without another event.
  addEventListener('pagehide', send);
  document.addEventListener('visibilitychange', sendWhenHidden);
  batch.push({ action, gif_id: id, payload, response_id, at: Date.now(), is_search });
  clearTimeout(timer);
  timer = setTimeout(send, BATCH_MS);
}
