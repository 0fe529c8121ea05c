import { useEffect, useState } from 'react';
import type { ReadingPlace } from '#contract/reading-place.ts';
import { readingPlaceCopy } from '#copy/reading-place.ts';
import { mainFeed } from '#features/feed/main-queries.ts';
import { formatClock, formatLogTime } from '#lib/log-time.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon } from '#ui/icons/icons.tsx';
import { Pill } from '#ui/pill.tsx';
import { toast } from '#ui/toast-store.ts';
import { useNow } from '#ui/use-now.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { seekItem } from '#ui/window-virtualizer.ts';
import styles from './continue-note.module.css';
import { putAway } from './mutations.ts';
import { useOffer } from './queries.ts';

/** Below the bars and the tabs. */
const Y = 160;
/** Older pages load in this time. */
const PATIENCE_MS = 15_000;
/** Further down the reader reads on. */
const READS_ON = 1.5;

/** Offers to continue where the feed was read last, at the top of the feed only. */
export function ContinueNote() {
  const place = useOffer();
  const isWide = useMedia(WIDE);
  const now = useNow();
  const [closed, setClosed] = useState<string>();
  const isOpen = place !== null && place.readAt !== closed;
  const close = () => {
    if (!place) return;
    setClosed(place.readAt);
    void putAway(place);
  };
  useEffect(() => {
    if (!isOpen) return;
    const onScroll = () => scrollY > innerHeight * READS_ON && close();
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  });
  if (!isOpen) return null;
  return (
    <aside data-later className={styles.note} aria-label={readingPlaceCopy.label}>
      <Pill
        kind="solid"
        onClick={() => {
          close();
          goTo(place);
        }}
      >
        {wordsOf(new Date(place.readAt), new Date(now), isWide)}
      </Pill>
      <IconButton label={readingPlaceCopy.close} onClick={close}>
        <CloseIcon size="s" />
      </IconButton>
    </aside>
  );
}

const wordsOf = (readAt: Date, now: Date, isWide: boolean): string => {
  const time = formatClock(readAt, isWide);
  return readAt.toDateString() === now.toDateString()
    ? readingPlaceCopy.continueAt(time)
    : readingPlaceCopy.continueFrom(formatLogTime(readAt, now), time);
};

/** Loads older posts until the place is here. If its post is gone, the next older one takes its place. */
function goTo({ postId, postAt }: ReadingPlace): void {
  seekItem('feed:main', postId, Y);
  const written = Date.parse(postAt);
  const look = () => {
    const { posts } = mainFeed.get();
    if (posts.some(({ id }) => id === postId)) return end();
    const next = posts.find(({ sticky, isNew, created_at }) => !sticky && !isNew && Date.parse(created_at) < written);
    if (!next) return;
    end();
    seekItem('feed:main', next.id, Y);
    toast(readingPlaceCopy.gone);
  };
  const stop = mainFeed.subscribe(look);
  const timer = setTimeout(() => {
    end();
    toast(readingPlaceCopy.notHere);
  }, PATIENCE_MS);
  const end = () => {
    stop();
    clearTimeout(timer);
  };
  look();
}
