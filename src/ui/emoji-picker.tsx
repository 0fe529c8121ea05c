import Picker, { Categories, SkinTonePickerLocation, type CustomEmoji, type EmojiClickData } from 'emoji-picker-react';
import { uiCopy } from '#copy/ui.ts';
import { cx } from './class-names.ts';
import styles from './emoji-picker.module.css';

/** The seven that a reaction bar offers first, by code point. */
const QUICK = ['1f44d', '2764-fe0f', '1f603', '1f622', '1f64f', '1f44e', '1f621'];

/** The ten, in order. */
const CATEGORIES = Object.values(Categories).map((category) => ({
  category,
  name: uiCopy.emojiCategories[category],
}));

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
  theme?: 'dark' | 'light' | 'auto';
  /** Starts as a bar of the seven quick reactions, with a + for all. */
  reactions?: boolean;
  /** Pictures of the product's own, by address on this origin. */
  custom?: CustomEmoji[];
}

const pick = (onPick: (emoji: string) => void) => (data: EmojiClickData) => onPick(data.emoji);

/**
 * Every emoji, drawn by the device's own font, so that nobody else is asked for a picture. As wide as its place. It is large:
 * load it with `lazy(() => import('#ui/emoji-picker.tsx'))` when it is asked for, never with a screen.
 */
export function EmojiPicker({ onPick, theme = 'dark', reactions = false, custom = [] }: EmojiPickerProps) {
  return (
    <Picker
      className={cx(styles.picker, styles[theme])}
      aria-label={uiCopy.emoji}
      // `auto` is as the page is, glare included: the picker's own `auto` would ask the system alone.
      colorScheme={theme === 'dark' ? 'dark' : 'light'}
      // Behind the reset and before our primitives: outside of all layers its rules would win over ours.
      cssLayer="base"
      width="auto"
      height="min(420px, 60dvh)"
      emojiStyle="native"
      categories={CATEGORIES}
      customEmojis={custom}
      reactions={QUICK}
      reactionsDefaultOpen={reactions}
      onReactionClick={pick(onPick)}
      onEmojiClick={pick(onPick)}
      autoFocusSearch={!matchMedia('(hover: none)').matches}
      previewConfig={{ showPreview: false }}
      skinTonePickerLocation={SkinTonePickerLocation.SEARCH}
      suggestedEmojisMode="frequent"
      lazyLoadEmojis
      labels={uiCopy.emojiLabels}
    />
  );
}
