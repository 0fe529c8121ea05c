import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ProfileCode } from '#contract/profile-code.ts';
import { codesCopy } from '#copy/codes.ts';
import { AtName } from '#ui/at-name.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon } from '#ui/icons/icons.tsx';
import { CodeIcon, ScanIcon } from '#ui/icons/more-icons.tsx';
import { openModal } from '#ui/modals.ts';
import { CodeImage } from './code-image.tsx';
import styles from './codes.module.css';
import { keepScreenOn } from './mutations.ts';
import { useAccount } from './queries.ts';
import { ScannedMember } from './scanned-member.tsx';
import { Scanner } from './scanner.tsx';

interface CodeScreenProps {
  /** The code that can be shown; null for a guest. */
  code: ProfileCode | null;
  first: 'show' | 'scan';
  onClose: () => void;
}

/**
 * The whole screen: a code on white with the name below it, or the camera that reads another one. Its controls are at
 * least 64 px, for gloves.
 */
export function CodeScreen({ code, first, onClose }: CodeScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [view, setView] = useState(first);
  const [scanned, setScanned] = useState<ProfileCode | null>(null);
  useLayoutEffect(() => {
    const close = dialog.current ? openModal(dialog.current) : undefined;
    title.current?.focus();
    return close;
  }, []);
  useEffect(keepScreenOn, []);
  const shown = view === 'show' ? code : null;
  const toScan = () => {
    setView('scan');
    setScanned(null);
  };
  const isOwn = code?.id === useAccount();
  const heading = !shown ? codesCopy.scan : isOwn ? codesCopy.showTitle : codesCopy.codeOf(shown.username);
  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      data-view={shown ? 'show' : 'scan'}
      aria-label={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
    >
      <header className={styles.head}>
        <h2 ref={title} className={styles.title} tabIndex={-1}>
          {heading}
        </h2>
        <IconButton quiet label={codesCopy.close} className={styles.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={styles.body}>
        {shown ? (
          <>
            <div className={styles.whole}>
              <CodeImage code={shown} />
            </div>
            <p className={styles.owner}>
              <AtName name={shown.username} />
            </p>
            <p className={styles.about}>{codesCopy.showText}</p>
          </>
        ) : scanned ? (
          <ScannedMember code={scanned} onLeave={onClose} />
        ) : (
          <Scanner onRead={setScanned} onLeave={onClose} />
        )}
      </div>
      <footer className={styles.foot}>
        {shown || scanned ? (
          <Button className={styles.wide} kind={scanned ? 'outline' : 'ink'} onClick={toScan}>
            <ScanIcon />
            {shown ? codesCopy.scan : codesCopy.scanAgain}
          </Button>
        ) : (
          isOwn && (
            <Button className={styles.wide} kind="outline" onClick={() => setView('show')}>
              <CodeIcon />
              {codesCopy.show}
            </Button>
          )
        )}
      </footer>
    </dialog>
  );
}
