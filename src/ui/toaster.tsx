import { useEffect, useRef } from 'react';
import { useStore } from '#lib/use-store.ts';
import { Button } from './button.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from './icons/icons.tsx';
import { dismissToast, holdToasts, resumeToasts, toastStore } from './toast-store.ts';
import styles from './toaster.module.css';

/**
 * Top right, clear of notch and bars. Two parts: a silent live region that is in the page before the first toast, so that each
 * one is announced, and what one sees, a popover, so that an open dialog does not cover it.
 */
export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const toasts = useStore(toastStore);
  const region = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const shown = element.matches(':popover-open');
    if (newest === undefined) {
      if (shown) element.hidePopover();
      return;
    }
    // A dialog that opened since lies over it; shown again it is the uppermost. Not while somebody is in it.
    if (shown && document.querySelector('dialog:modal') && !element.contains(document.activeElement)) {
      element.hidePopover();
    }
    if (!element.matches(':popover-open')) element.showPopover();
  }, [newest]);
  return (
    <>
      <output className="sr">
        {toasts.map(({ id, text }) => (
          <span key={id}>{text}</span>
        ))}
      </output>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it holds its toasts while somebody is in it, and does nothing else */}
      <section
        ref={region}
        popover="manual"
        className={styles.region}
        aria-label={label}
        onPointerEnter={holdToasts}
        onPointerLeave={resumeToasts}
        onFocus={holdToasts}
        onBlur={resumeToasts}
      >
        {toasts.map(({ id, text, tone, action }) => (
          <div key={id} className={styles.toast}>
            {tone === 'stop' && <AlertIcon size="s" />}
            {tone === 'done' && <CheckIcon size="s" />}
            <span className={styles.text}>{text}</span>
            {action && (
              <Button
                kind="text"
                size="s"
                className={styles.action}
                onClick={() => {
                  dismissToast(id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <button type="button" className={styles.close} aria-label={dismissLabel} onClick={() => dismissToast(id)}>
              <CloseIcon size="s" />
            </button>
          </div>
        ))}
      </section>
    </>
  );
}
