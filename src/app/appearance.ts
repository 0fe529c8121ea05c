import { settingsStore } from '#data/device/settings.ts';

/** The paper of each theme, for the browser's own bars. */
const PAPER: Partial<Record<string, string>> = { light: '#faf7ef', dark: '#2b303c', glare: '#ffffff' };

/** Follows the settings from here on; what was kept is already in place (public/head.js). */
export function followAppearance(): void {
  const apply = () => {
    const { theme, textSize } = settingsStore.get();
    const { dataset } = document.documentElement;
    if (theme === 'auto') delete dataset['theme'];
    else dataset['theme'] = theme;
    if (textSize === 'normal') delete dataset['textSize'];
    else dataset['textSize'] = textSize;
    paintBars(PAPER[theme]);
  };
  settingsStore.subscribe(apply);
  apply();
}

/** With a chosen theme one colour counts, whatever the system prefers; without, index.html's pair does. */
function paintBars(colour: string | undefined): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset['system'] ??= meta.content;
    meta.content = colour ?? meta.dataset['system'];
  }
}
