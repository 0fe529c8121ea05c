import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useStore } from '#lib/use-store.ts';
import { Button } from './button.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from './icons/icons.tsx';
import { modalStore } from './modals.ts';
import { dismissToast, holdToasts, resumeToasts, toastStore } from './toast-store.ts';
import styles from './toaster.module.css';

/** From the end of the window: above the dock of a phone, and above an on-screen keyboard. */
const LOW = 'auto calc(max(var(--dock) + env(safe-area-inset-bottom), var(--keyboard, 0px)) + 9px)';

/** The focused control, not a focused page or entry, and what says that something failed. */
function neededParts(region: HTMLElement): readonly DOMRect[] {
  const focused = document.activeElement;
  const controls = focused?.matches(':focus-visible') && !region.contains(focused) ? [focused] : [];
  return [...controls, ...document.querySelectorAll('[role="alert"]')]
    .map((part) => part.getBoundingClientRect())
    .filter(({ height }) => height > 0 && height <= innerHeight / 2);
}

/** Moves toasts that cover one of these to the other end of the window. */
function uncoverNeeded(region: HTMLElement): void {
  const toasts = [...region.children].map((part) => part.getBoundingClientRect());
  const isCovered = neededParts(region).some(({ top, bottom, left, right }) =>
    toasts.some((part) => part.top < bottom && part.bottom > top && part.left < right && part.right > left),
  );
  const isLow = region.style.insetBlock !== '';
  if (isCovered) region.style.insetBlock = isLow ? '' : LOW;
}

/**
 * Toasts, top right. A hidden live region, mounted before the first toast, announces them. Both parts move into an open
 * modal dialog, outside of which everything is inert.
 */
export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const toasts = useStore(toastStore);
  const modal = useStore(modalStore).at(-1);
  const home = useRef<HTMLDivElement>(null);
  const mover = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [from, moved] = [home.current, mover.current];
    if (!from || !moved || !modal) return;
    modal.append(moved);
    return () => from.append(moved);
  }, [modal]);
  // Not `:hover`, which touch screens keep after the finger has left.
  const isHovered = useRef(false);
  const resumeIfLeft = () => {
    if (!isHovered.current && !region.current?.matches(':focus-within')) resumeToasts();
  };
  const newest = toasts.at(-1)?.id;
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    // Moving it in the DOM hides the popover; shown again, it lies above the dialog.
    const isShown = element.matches(':popover-open');
    if (newest === undefined && isShown) element.hidePopover();
    // Disconnected while the dialog around it is being removed; shown once it is back.
    if (newest !== undefined && !isShown && element.isConnected) element.showPopover();
  }, [newest, modal]);
  const afterChange = useEffectEvent(() => {
    // A removed element fires neither blur nor pointerleave.
    if (toasts.length === 0) isHovered.current = false;
    resumeIfLeft();
  });
  // Nor does one that moves out of a dialog.
  useLayoutEffect(() => afterChange(), [toasts, modal]);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    if (toasts.length === 0) {
      element.style.insetBlock = '';
      return;
    }
    uncoverNeeded(element);
    // The reason of a failure may be rendered after its toast.
    const frame = requestAnimationFrame(() => uncoverNeeded(element));
    return () => cancelAnimationFrame(frame);
  }, [toasts]);
  const isShown = toasts.length > 0;
  useEffect(() => {
    if (!isShown) return;
    // After the browser has scrolled to the control.
    const look = () => requestAnimationFrame(() => region.current && uncoverNeeded(region.current));
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [isShown]);
  return (
    <div ref={home} data-later>
      <div ref={mover} className={styles.mover}>
        <output className="sr">
          {toasts.map(({ id, text }) => (
            <span key={id}>{text}</span>
          ))}
        </output>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only pauses the timers while the pointer or focus is inside */}
        <section
          ref={region}
          popover="manual"
          className={styles.region}
          aria-label={label}
          onPointerEnter={() => {
            isHovered.current = true;
            holdToasts();
          }}
          onPointerLeave={() => {
            isHovered.current = false;
            resumeIfLeft();
          }}
          onFocus={holdToasts}
          onBlur={resumeIfLeft}
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
                    dismissToast(id, { answered: true });
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
      </div>
    </div>
  );
}
