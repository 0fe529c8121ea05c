import Picker, { Categories, SkinTonePickerLocation, type CustomEmoji, type EmojiClickData } from 'emoji-picker-react';
import { emojiCopy } from '#copy/emoji.ts';
import { cx } from './class-names.ts';
import styles from './emoji-picker.module.css';

/** The seven default quick reactions, by code point. */
const QUICK = ['1f44d', '2764-fe0f', '1f603', '1f622', '1f64f', '1f44e', '1f621'];

/** The ten categories, in order. */
const CATEGORIES = Object.values(Categories).map((category) => ({
  category,
  name: emojiCopy.categories[category],
}));

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
  theme?: 'dark' | 'light' | 'auto';
  /** Starts as a bar of the seven quick reactions, with a + that opens all. */
  reactions?: boolean;
  /** Custom emoji, by URL on this origin. */
  custom?: CustomEmoji[];
}

const pick = (onPick: (emoji: string) => void) => (data: EmojiClickData) => onPick(data.emoji);

/**
 * All emoji, drawn with the device's own font, so no picture is loaded from elsewhere. Fills its container. Its chunk is large:
 * load it with `lazy(() => import('#ui/emoji-picker.tsx'))` on demand, never with a screen.
 */
export function EmojiPicker({ onPick, theme = 'dark', reactions = false, custom = [] }: EmojiPickerProps) {
  return (
    <Picker
      className={cx(styles.picker, styles[theme])}
      aria-label={emojiCopy.label}
      // `auto` follows the page's theme, sun glare included: the library's own `auto` follows the system only.
      colorScheme={theme === 'dark' ? 'dark' : 'light'}
      // Put into a layer below our primitives: unlayered rules would override ours.
      cssLayer="base"
      width="auto"
      height="min(420px, 60dvh, max(176px, 100dvh - var(--keyboard, 0px) - 180px))"
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
      labels={emojiCopy.labels}
    />
  );
}
