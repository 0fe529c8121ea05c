import { settingsStore } from '#data/device/settings.ts';
import { setHaptics } from '#lib/haptics.ts';

/** Background colour of each theme, for the browser's own bars. */
const PAPER: Partial<Record<string, string>> = { light: '#faf7ef', dark: '#2b303c', glare: '#ffffff' };

/** Applies later changes of the settings; public/head.js has applied the stored ones. */
export function followAppearance(): void {
  const apply = () => {
    const { theme, textSize, gloves, haptics } = settingsStore.get();
    setHaptics(haptics);
    const { dataset } = document.documentElement;
    if (theme === 'auto') delete dataset['theme'];
    else dataset['theme'] = theme;
    if (textSize === 'normal') delete dataset['textSize'];
    else dataset['textSize'] = textSize;
    wearGloves(gloves);
    paintBars(PAPER[theme]);
  };
  settingsStore.subscribe(apply);
  apply();
}

/** A sheet of its own, because few members wear gloves. */
function wearGloves(isOn: boolean): void {
  const [sheet] = document.querySelectorAll('link[href="/gloves.css"]');
  if (!isOn) sheet?.remove();
  else if (!sheet)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/gloves.css' }));
}

/** A chosen theme has one colour, whatever the system prefers; without one, the pair in index.html applies. */
function paintBars(colour: string | undefined): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset['system'] ??= meta.content;
    meta.content = colour ?? meta.dataset['system'];
  }
}
