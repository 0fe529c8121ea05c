import { useStore } from '#lib/use-store.ts';
import { Button } from './button.tsx';
import { AlertIcon, CloseIcon } from './icons/icons.tsx';
import { dismissToast, toastStore } from './toast-store.ts';
import styles from './toaster.module.css';

/** Top right. The region is there before the first toast, so that each one is announced. */
export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const toasts = useStore(toastStore);
  return (
    <section className={styles.region} aria-label={label}>
      <output className={styles.list}>
        {toasts.map(({ id, text, tone, action }) => (
          <span key={id} className={styles.toast}>
            {tone === 'stop' && <AlertIcon size="s" />}
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
          </span>
        ))}
      </output>
    </section>
  );
}
