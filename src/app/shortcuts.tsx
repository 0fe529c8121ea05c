import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useLayoutEffect, useState, type ComponentType } from 'react';
import { settingsStore } from '#data/device/settings.ts';

const loadHelp = () => import('./shortcuts-help.tsx');
/** Without its chunk (a first visit that went offline) there is no list. */
const ShortcutsHelp = lazy<ComponentType<{ onClose: () => void }>>(async () => ({
  default: await loadHelp().then(
    (help) => help.ShortcutsHelp,
    () => () => null,
  ),
}));

const loadActions = () => import('./shortcut-actions.ts');

const MOVES = new Set(['j', 'k']);
const KEYS = new Set(['j', 'k', 'l', 'c', 'n', '/', '?']);

/** A text field, a select, or a dialog that captures the keyboard. */
const TAKES_KEYS =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], dialog';

function isShortcut(event: KeyboardEvent): boolean {
  if (!KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.defaultPrevented || event.isComposing || !settingsStore.get().shortcuts) return false;
  // A key that stays pressed moves on, but votes once.
  if (event.repeat && !MOVES.has(event.key)) return false;
  const target = event.target as Element | null;
  return !target?.closest(TAKES_KEYS) && !document.querySelector('dialog[open]');
}

/** Single-key shortcuts, off while typing and by setting (WCAG 2.1.4). Their code is loaded on the first use. */
export function Shortcuts() {
  const router = useRouter();
  const [isHelpOpen, setHelpOpen] = useState(false);
  // A layout effect: a key may be pressed before an effect after the paint has run.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (event.key === '?') return setHelpOpen(true);
      if (event.key === 'n') return void router.navigate({ to: '/create-post' });
      if (event.key === '/') return void router.navigate({ to: '/search' });
      loadActions().then(
        ({ act }) => act(event.key),
        // The chunk is not on this device yet: the key does nothing.
        () => {},
      );
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [router]);
  return (
    isHelpOpen && (
      <Suspense>
        <ShortcutsHelp onClose={() => setHelpOpen(false)} />
      </Suspense>
    )
  );
}
