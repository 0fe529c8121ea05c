import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from 'react';
import { flushSync } from 'react-dom';
import { cx } from './class-names.ts';
import { CheckIcon, MoreIcon } from './icons/icons.tsx';
import styles from './menu.module.css';
import { positionBeside } from './position-beside.ts';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** Why it is disabled, or what it does. */
  note?: string;
  tone?: 'plain' | 'stop';
  /** Makes it a checkbox item. */
  checked?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

/** Px that its button may be scrolled while it is open. */
const FOLLOWED = 16;

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  children?: ReactNode;
  /** Open from the start. */
  isOpened?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A menu button and its menu, a native popover. Arrow keys, Home, End and first letters move; Tab closes. Items exist
 * only while it is open, because a feed has hundreds of menus.
 */
export function Menu({ label, items, children, isOpened = false, className }: MenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const first = useRef<'first' | 'last'>('first');
  const letters = useTypeAhead();

  useEffect(() => {
    if (!open) return;
    const close = () => menu.current?.hidePopover();
    const topOfTrigger = () => trigger.current?.getBoundingClientRect().top ?? 0;
    const start = topOfTrigger();
    // The popover does not scroll along, but tolerates some pixels: arriving content, or an earlier scroll.
    const onScroll = () => {
      if (!menu.current || !trigger.current || Math.abs(topOfTrigger() - start) > FOLLOWED) close();
      else positionBeside(menu.current, trigger.current, 'end');
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', close);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', close);
    };
  }, [open]);

  useEffect(() => {
    if (isOpened) menu.current?.showPopover();
  }, [isOpened]);

  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const onBeforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    // Rendered before it is shown, so that its size is known when it is placed.
    if (event.newState === 'open') flushSync(() => setOpen(true));
  };
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (!menu.current || !trigger.current) return;
    if (event.newState === 'open') {
      positionBeside(menu.current, trigger.current, 'end');
      menu.current.dataset.placed = '';
      entries()
        .at(first.current === 'first' ? 0 : -1)
        ?.focus();
      first.current = 'first';
    } else {
      delete menu.current.dataset.placed;
      setOpen(false);
      // Safari does not focus a pressed button, so the browser's own focus return has no target.
      if (document.activeElement === document.body) trigger.current.focus({ preventScroll: true });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const to =
      moves[event.key] ??
      letters(
        event.key,
        all.map((entry) => entry.textContent),
        at,
      );
    if (event.key === 'Tab') menu.current?.hidePopover();
    else if (to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      all[to]?.focus();
    }
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={cx(styles.trigger, className)}
        aria-label={children ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={open}
        popoverTarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          first.current = event.key === 'ArrowUp' ? 'last' : 'first';
          menu.current?.showPopover();
        }}
      >
        {children ?? <MoreIcon />}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {open && items.map((item) => <Entry key={item.label} item={item} close={() => menu.current?.hidePopover()} />)}
      </div>
    </>
  );
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, icon, note, tone = 'plain', checked, disabled = false, onSelect } = item;
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      // Focusable, so that its reason can be read.
      aria-disabled={disabled || undefined}
      tabIndex={-1}
      className={styles.item}
      data-tone={tone}
      onClick={() => {
        if (disabled) return;
        close();
        onSelect();
      }}
    >
      {icon}
      <span className={styles.words}>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {checked && <CheckIcon size="s" />}
    </button>
  );
}

/** A pause of this length starts a new search. */
const PAUSE_MS = 500;

/** Finds the item by typed letters; a repeated letter moves on. @returns a function of key, labels, index */
function useTypeAhead() {
  const typed = useRef({ letters: '', at: 0 });
  return (key: string, words: readonly (string | null)[], from: number): number | undefined => {
    if (key.length !== 1 || key === ' ') return undefined;
    const now = performance.now();
    const before = now - typed.current.at < PAUSE_MS ? typed.current.letters : '';
    const letters = before + key.toLowerCase();
    typed.current = { letters, at: now };
    const again = letters.replaceAll(key.toLowerCase(), '') === '';
    const wanted = again ? key.toLowerCase() : letters;
    const begin = again || !before ? from + 1 : from;
    for (let step = 0; step < words.length; step++) {
      const at = (Math.max(0, begin) + step) % words.length;
      if (words[at]?.trim().toLowerCase().startsWith(wanted)) return at;
    }
    return undefined;
  };
}
