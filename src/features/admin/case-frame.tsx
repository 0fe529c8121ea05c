import { type ReactNode, useEffect, useId, useRef } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon } from '#ui/icons/icons.tsx';
import { useMedia } from '#ui/use-media.ts';
import styles from './case-frame.module.css';

interface CaseFrameProps {
  title: string;
  busy?: boolean;
  onClose: () => void;
  footer: ReactNode;
  children: ReactNode;
}

/** Where the queue and the open case are side by side. */
export const useDesk = (): boolean => useMedia('(min-width: 1200px)');

/** An open case: beside the queue on a desk, otherwise in a dialog over it. */
export function CaseFrame(props: CaseFrameProps) {
  return useDesk() ? <Pane {...props} /> : <Dialog open placement="sheet" {...props} />;
}

function Pane({ title, busy = false, onClose, footer, children }: CaseFrameProps) {
  const titleId = useId();
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, as in the dialog; the button does the same
    <section
      className={styles.pane}
      aria-labelledby={titleId}
      aria-busy={busy || undefined}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !busy) onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId} ref={ref} tabIndex={-1}>
          {title}
        </h2>
        <IconButton quiet label={uiCopy.close} disabled={busy} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={styles.content}>{children}</div>
      <footer className={styles.footer}>{footer}</footer>
    </section>
  );
}
