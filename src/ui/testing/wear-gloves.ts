import { onTestFinished } from 'vitest';

/** Loads the sheet of the setting "Gloves" until the test ends. */
export async function wearGloves(): Promise<void> {
  const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/gloves.css' });
  const loaded = new Promise((resolve, reject) => {
    sheet.onload = resolve;
    sheet.onerror = reject;
  });
  document.head.append(sheet);
  onTestFinished(() => sheet.remove());
  await loaded;
}
