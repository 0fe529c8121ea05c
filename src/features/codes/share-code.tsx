import { lazy, Suspense, useState } from 'react';
import type { ProfileCode } from '#contract/profile-code.ts';
import { codesCopy } from '#copy/codes.ts';
import { useMe } from '#features/me/queries.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { CodeIcon, ScanIcon } from '#ui/icons/more-icons.tsx';
import styles from './codes.module.css';

const CodeImage = lazy(async () => ({ default: (await import('./code-image.tsx')).CodeImage }));
const CodeScreen = lazy(async () => ({ default: (await import('./code-screen.tsx')).CodeScreen }));

/** The member's own code, full-screen. */
export function OwnCodeButton({ code }: { code: ProfileCode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton kind="outline" label={codesCopy.show} onClick={() => setOpen(true)}>
        <CodeIcon />
      </IconButton>
      {isOpen && (
        <Suspense>
          <CodeScreen code={code} first="show" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** In the dialog that shares a profile: its code, and the camera for the code of another member. */
export function ShareCode({ code }: { code: ProfileCode }) {
  const me = useMe();
  const own = me && me.username ? { id: me.id, username: me.username } : null;
  const [open, setOpen] = useState<'show' | 'scan' | null>(null);
  return (
    <div className={styles.share}>
      <button type="button" className={styles.enlarge} aria-label={codesCopy.enlarge} onClick={() => setOpen('show')}>
        <Suspense>
          <CodeImage code={code} />
        </Suspense>
      </button>
      <Button kind="outline" onClick={() => setOpen('scan')}>
        <ScanIcon size="s" />
        {codesCopy.scan}
      </Button>
      {open && (
        <Suspense>
          <CodeScreen code={open === 'show' ? code : own} first={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
