import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { feedExtrasCopy } from '#copy/feed-extras.ts';
import { Gloved } from '#ui/gloved.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast-store.ts';
import { RingIcon } from '#ui/icons/icons.tsx';
import { refresh, type Refreshed } from './mutations.ts';
import styles from './pull-to-refresh.module.css';

const TEXTS: Record<Refreshed, string> = {
  answered: feedExtrasCopy.refreshed,
  offline: feedExtrasCopy.refreshOffline,
  ended: deviceNoticeCopy.signInText,
};

/** Distance to pull in px. The ring moves half of it. */
const ENOUGH_PX = 120;

/** Pull to refresh: checks for new posts and shows those behind the pill. Installed apps have no other reload. */
export function PullToRefresh({ onRefreshed }: { onRefreshed: () => void }) {
  const ring = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [tabs] = useState(() => document.querySelector('main nav'));
  const checkAndShow = async () => {
    setBusy(true);
    const result = await refresh();
    setBusy(false);
    onRefreshed();
    toast(TEXTS[result]);
  };
  const check = useRef(checkAndShow);
  useEffect(() => {
    check.current = checkAndShow;
  });

  useEffect(() => {
    let from: number | null = null;
    let pulled = 0;
    // Written to the element directly, because a render per move would be too slow.
    const show = (px: number) => {
      pulled = px;
      ring.current?.style.setProperty('--pulled', `${Math.min(px, ENOUGH_PX * 1.3) / 2}px`);
      ring.current?.toggleAttribute('data-pulled', px > 0);
      ring.current?.toggleAttribute('data-enough', px >= ENOUGH_PX);
    };
    const start = (event: TouchEvent) => {
      from = scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      if (from === null) return;
      if (scrollY > 0 || event.touches.length > 1) from = null;
      show(from === null ? 0 : Math.max(0, (event.touches[0]?.clientY ?? from) - from));
    };
    const end = () => {
      const enough = from !== null && pulled >= ENOUGH_PX;
      from = null;
      show(0);
      if (enough) void check.current();
    };
    const cancel = () => {
      from = null;
      show(0);
    };
    addEventListener('touchstart', start, { passive: true });
    addEventListener('touchmove', move, { passive: true });
    addEventListener('touchend', end);
    addEventListener('touchcancel', cancel);
    return () => {
      removeEventListener('touchstart', start);
      removeEventListener('touchmove', move);
      removeEventListener('touchend', end);
      removeEventListener('touchcancel', cancel);
    };
  }, []);

  return (
    <>
      {tabs &&
        createPortal(
          <Gloved>
            <IconButton quiet label={feedExtrasCopy.refresh} busy={busy} onClick={() => void checkAndShow()}>
              <RingIcon />
            </IconButton>
          </Gloved>,
          tabs,
        )}
      <div ref={ring} data-later className={styles.ring} data-busy={busy}>
        <RingIcon />
        <output className="sr">{busy ? feedExtrasCopy.refreshing : ''}</output>
      </div>
    </>
  );
}
