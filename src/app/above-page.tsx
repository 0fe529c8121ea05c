import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { DeletionNotice } from '#features/account/deletion-notice.tsx';
import { later } from '#ui/later.tsx';

const ContinueNote = later(async () => (await import('#features/reading-place/continue-note.tsx')).ContinueNote);

/** Before the page's content. The shell, which has this place, is in the first chunk and must not grow. */
export function AbovePage() {
  const [container] = useState(() => document.createElement('div'));
  const isFeed = useLocation({ select: ({ pathname, searchStr }) => pathname === '/' && searchStr === '' });
  useEffect(() => {
    document.getElementById('main')?.prepend(container);
    return () => container.remove();
  }, [container]);
  return createPortal(
    <>
      <DeletionNotice />
      {isFeed && <ContinueNote />}
    </>,
    container,
  );
}
