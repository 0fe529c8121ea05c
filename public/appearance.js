/*
 * The chosen theme and text size, before the first frame: read later they would flash. A file of its own because the security
 * policy allows no inline script, and a plain one because public/ is not compiled. src/data/settings.ts writes what it reads.
 */
(() => {
  try {
    const { theme, textSize } = JSON.parse(localStorage.getItem('rangeday-settings')) ?? {};
    const { dataset } = document.documentElement;
    if (['light', 'dark', 'glare'].includes(theme)) dataset.theme = theme;
    if (['large', 'larger', 'largest'].includes(textSize)) dataset.textSize = textSize;
  } catch {
    // No storage, or nothing of ours in it: the system's choice stands.
  }
})();
