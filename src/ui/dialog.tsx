import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { cx } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/icons.tsx';
import { openModal } from './modals.ts';

export interface DialogProps {
  open: boolean;
  title: string;
  /** Shown in place of the title, which is then only announced. */
  lead?: ReactNode;
  /** Escape, the Back gesture, a tap on the backdrop, the close button. Not called while `busy`. */
  onClose: () => void;
  children?: ReactNode;
  footer?: ReactNode;
  /** `sheet` slides up from the bottom on phones, within reach of the thumb; on wide screens it is a normal dialog. */
  placement?: 'center' | 'sheet';
  /** `alertdialog` requires an answer: no close button, and a tap on the backdrop does nothing. */
  role?: 'dialog' | 'alertdialog';
  busy?: boolean;
  /** Text that the title needs as context, announced with it. */
  describedBy?: string;
}

/** A native modal dialog: focus trap, inert rest, Escape, Back. Focus starts at `data-autofocus`, else at the title. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  title,
  lead,
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
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const close = openModal(dialog);
    (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2'))?.focus();
    // Closed before unmounting so that focus returns: only a layout effect's cleanup runs early enough.
    return close;
  }, []);

  const ask = () => {
    if (!busy) onClose();
  };
  // A text that is selected inside, or a handle that is dragged, may end over the backdrop.
  const isPressedOutside = useRef(false);
  const onPress = (event: MouseEvent) => {
    if (role === 'dialog' && event.target === ref.current && isPressedOutside.current) ask();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard equivalent
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
      // Browsers close on a second Escape even if the first was prevented. (Open again: StrictMode's double mount.)
      onClose={() => {
        if (!ref.current?.open) onClose();
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === ref.current;
      }}
      onClick={onPress}
    >
      <div className={styles.body}>
        <header className={styles.head}>
          <h2 id={titleId} tabIndex={-1} className={lead ? 'sr' : undefined}>
            {title}
          </h2>
          {lead}
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
