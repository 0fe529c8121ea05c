import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { DeletionNotice } from '#features/account/deletion-notice.tsx';

/** Before the page's content. The shell, which has this place, is in the first chunk and must not grow. */
export function AbovePage() {
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.getElementById('main')?.prepend(place);
    return () => place.remove();
  }, [place]);
  return createPortal(<DeletionNotice />, place);
}
