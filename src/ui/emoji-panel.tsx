import { useEffect, useState, type ReactNode } from 'react';
import { emojiCopy } from '#copy/emoji.ts';
import { WaitLine } from './wait-line.tsx';
import styles from './emoji-panel.module.css';
import { IconButton } from './icon-button.tsx';
import { EmojiIcon } from './icons/more-icons.tsx';
import { insertText } from './insert-text.ts';

/** Loads the picker ahead, so that it also opens when the network is lost meanwhile. */
const loadAhead = () => (globalThis.requestIdleCallback ?? setTimeout)(() => void load().catch(() => {}));

declare global {
  /** Missing in the DOM types. Not in Safari. */
  var CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;
}

const load = async () => (await import('./emoji-picker.tsx')).EmojiPicker;

/**
 * The emoji picker of a text field: a button for the row of tools, and the panel that it opens, which stands below that
 * row. It opens as a bar of the quick reactions, with a + for all emoji.
 * @param getField the field into which the emoji goes, at its caret
 */
export function useEmojiPanel(getField: () => HTMLTextAreaElement | null | undefined): {
  button: ReactNode;
  panel: ReactNode;
  close: () => void;
  /** For the first focus of the field while the server can be reached. */
  loadAhead: () => void;
} {
  const [isOpen, setOpen] = useState(false);
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [loaded, setLoaded] = useState<{ Picker: Awaited<ReturnType<typeof load>> | null } | null>(null);
  const close = () => setOpen(false);
  const open = () => {
    setOpen(!isOpen);
    if (isOpen || loaded?.Picker) return;
    setLoaded(null);
    void load().then(
      (Picker) => setLoaded({ Picker }),
      () => setLoaded({ Picker: null }),
    );
  };
  useEffect(() => {
    if (!panel) return;
    const onClose = () => {
      setOpen(false);
      trigger?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    // On the window: the picker stops the event there.
    addEventListener('keydown', onKeyDown, true);
    // Back, as for a dialog. Chromium on Android asks a watcher first, also where there is no page to go back to.
    panel.addEventListener('cancel', onClose);
    const watcher = globalThis.CloseWatcher && new globalThis.CloseWatcher();
    watcher?.addEventListener('close', onClose);
    return () => {
      removeEventListener('keydown', onKeyDown, true);
      panel.removeEventListener('cancel', onClose);
      watcher?.destroy();
    };
  }, [panel, trigger]);
  const pick = (emoji: string) => {
    const field = getField();
    if (field && !field.disabled) insertText(field, emoji);
  };
  return {
    close,
    loadAhead,
    button: (
      <IconButton
        ref={setTrigger}
        label={emojiCopy.label}
        aria-expanded={isOpen}
        className={isOpen ? styles.open : undefined}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={open}
      >
        <EmojiIcon />
      </IconButton>
    ),
    panel: isOpen && (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the picker's search is not part of the form around it
      <div
        ref={setPanel}
        data-later
        data-back-closes
        className={styles.panel}
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        {loaded?.Picker ? (
          <loaded.Picker onPick={pick} reactions />
        ) : (
          <WaitLine>{loaded ? emojiCopy.notLoaded : emojiCopy.loading}</WaitLine>
        )}
      </div>
    ),
  };
}
