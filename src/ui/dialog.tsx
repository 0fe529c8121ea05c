import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { cx } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/icons.tsx';
import { openModal } from './modals.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';

export interface DialogProps {
  open: boolean;
  title: string;
  /** Escape, the Back gesture, a tap beside it, the cross. Not called while `busy`. */
  onClose: () => void;
  children?: ReactNode;
  /** Buttons, at the end. */
  footer?: ReactNode;
  /** `sheet` rises from the bottom of a phone, in reach of the thumb; on wide screens it is a dialog like any other. */
  placement?: 'center' | 'sheet';
  /** `alertdialog` asks something that must be answered: no cross, and a tap beside it does nothing. */
  role?: 'dialog' | 'alertdialog';
  busy?: boolean;
  /** What the title needs to be understood, read out with it. */
  describedBy?: string;
}

/**
 * A native modal dialog. The browser keeps focus inside, makes the rest inert, answers Escape and Android's Back, and gives
 * the focus back. Focus starts at the control marked `data-autofocus`, else at the title.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  title,
  onClose,
  children,
  footer,
  placement = 'center',
  role = 'dialog',
  busy = false,
  describedBy,
}: Omit<DialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useKeyboardInset(ref);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const close = openModal(dialog);
    (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2'))?.focus();
    // Closed before it leaves the page, or the focus would be lost with it: a layout effect ends in time, another too late.
    return close;
  }, []);

  const ask = () => {
    if (!busy) onClose();
  };
  const onPress = (event: MouseEvent) => {
    if (role === 'dialog' && event.target === ref.current) ask();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has Escape for this
    <dialog
      ref={ref}
      role={role}
      className={cx(styles.dialog, styles[placement])}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      onCancel={(event) => {
        event.preventDefault();
        ask();
      }}
      // A browser closes it on a second Escape whatever the page says. (Shown again since, it was only StrictMode's rehearsal.)
      onClose={() => {
        if (!ref.current?.open) onClose();
      }}
      onClick={onPress}
    >
      <div className={styles.body}>
        <header className={styles.head}>
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {role === 'dialog' && (
            <IconButton quiet label={uiCopy.close} className={styles.close} onClick={ask}>
              <CloseIcon />
            </IconButton>
          )}
        </header>
        {children && <div className={styles.content}>{children}</div>}
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}
