import Picker, { Categories, SkinTonePickerLocation, type EmojiClickData } from 'emoji-picker-react';
import { emojiPickerCopy } from '#copy/emoji-picker.ts';
import { emojiCopy } from '#copy/emoji.ts';
import { cx } from './class-names.ts';
import styles from './emoji-picker.module.css';
import { MARKS } from './icons/marks.ts';

/** The seven default quick reactions, by code point. */
const QUICK = ['1f44d', '2764-fe0f', '1f603', '1f622', '1f64f', '1f44e', '1f621'];

/** The ten categories, in order. */
const CATEGORIES = Object.values(Categories).map((category) => ({
  category,
  name: emojiPickerCopy.categories[category],
}));

/** `auto` follows the page. */
function isDark(theme: 'dark' | 'light' | 'auto'): boolean {
  if (theme !== 'auto') return theme === 'dark';
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === 'dark' || (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
  theme?: 'dark' | 'light' | 'auto';
  /** Starts as a bar of the seven quick reactions, with a + that opens all. */
  reactions?: boolean;
}

const pick = (onPick: (emoji: string) => void) => (data: EmojiClickData) =>
  onPick(data.isCustom ? `:${data.names[0]}:` : data.emoji);

/** The product's own marks, as pictures of an address that needs no request. */
const drawn = (ink: string) =>
  Object.entries(MARKS).map(([name, [lines, filled]]) => {
    const shapes = `<path fill="#ee5b16" d="${filled}"/><path d="${lines}"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 30 30" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
    return { id: name, names: [name], imgUrl: `data:image/svg+xml,${encodeURIComponent(svg)}` };
  });
const DRAWN = { dark: drawn('#f5eee0'), light: drawn('#17212b') };

/** All emoji in the device's font. Fills its container. A large chunk: load it by `lazy`, never with a screen. */
export function EmojiPicker({ onPick, theme = 'dark', reactions = false }: EmojiPickerProps) {
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
      customEmojis={DRAWN[isDark(theme) ? 'dark' : 'light']}
      reactions={QUICK}
      reactionsDefaultOpen={reactions}
      onReactionClick={pick(onPick)}
      onEmojiClick={pick(onPick)}
      autoFocusSearch={!matchMedia('(hover: none)').matches}
      previewConfig={{ showPreview: false }}
      skinTonePickerLocation={SkinTonePickerLocation.SEARCH}
      suggestedEmojisMode="frequent"
      lazyLoadEmojis
      labels={emojiPickerCopy.labels}
    />
  );
}
