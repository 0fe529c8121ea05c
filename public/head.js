/*
 * What cannot wait for the app. A file of its own because the security policy allows no inline script, and a plain one because
 * public/ is not compiled.
 */

// The chosen theme and text size, before the first frame: read later they would flash. src/data/settings.ts writes what is read here.
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

// What of the first frame shows (src/app/first-frame.tsx), and whether its letters are on the device.
(() => {
  const { dataset } = document.documentElement;
  dataset.start = location.pathname === '/' ? 'feed' : 'page';
  if (navigator.serviceWorker?.controller) dataset.letters = '';
})();

// On a first visit the first posts travel beside the code that shows them: src/data/first-posts.ts takes them up. A device with a
// worker has its own picture of the feed.
(() => {
  const { api, key } = document.currentScript?.dataset ?? {};
  if (location.pathname !== '/' || api === undefined || navigator.serviceWorker?.controller) return;
  const asked = fetch(`${api}/rest/v1/rpc/first_posts`, {
    headers: { apikey: key },
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout?.(15_000),
  }).then((answer) => (answer.ok ? answer.json() : undefined));
  globalThis.rangedayFirstPosts = asked.catch(() => undefined);
})();
