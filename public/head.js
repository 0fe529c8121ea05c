/*
 * What cannot wait for the app. A file of its own because the security policy allows no inline script, and a plain one because
 * public/ is not compiled.
 */
(() => {
  const { dataset } = document.documentElement;
  const { api, key } = document.currentScript?.dataset ?? {};
  const { connection, serviceWorker } = navigator;
  const isKnownHere = Boolean(serviceWorker?.controller);

  /** Written by src/data/device/settings.ts. */
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem('rangeday-settings')) ?? {};
    } catch {
      // No storage, or nothing of ours in it: the system's choice stands.
      return {};
    }
  };
  const { theme, textSize, dataSaver } = chosen();

  // The chosen theme and text size, before the first frame: read later they would flash.
  if (['light', 'dark', 'glare'].includes(theme)) dataset.theme = theme;
  if (['large', 'larger', 'largest'].includes(textSize)) dataset.textSize = textSize;

  // What of the first frame shows (src/app/first-frame.tsx), and whether its letters are on the device.
  dataset.start = location.pathname === '/' ? 'feed' : 'page';
  if (isKnownHere) dataset.letters = '';

  // On a first visit the first posts travel beside the code that shows them: src/data/first-screen/first-posts.ts takes them up. A device with a
  // worker has its own picture of the feed.
  if (dataset.start !== 'feed' || api === undefined || isKnownHere) return;
  const savesData = typeof dataSaver === 'boolean' ? dataSaver : connection?.saveData === true;

  /**
   * Their pictures, too: those that the first screen asks for at once. Behind the code, without which nobody sees them; and held, so
   * that the browser does not forget them before.
   */
  const withPictures = (rows) => {
    if (savesData || !Array.isArray(rows)) return rows;
    globalThis.rangedayFirstPictures = rows
      .slice(0, 4)
      .flatMap((row) => (typeof row?.image_url === 'string' ? row.image_url : []))
      .map((src) => Object.assign(new Image(), { fetchPriority: 'low', src }));
    return rows;
  };

  const asked = fetch(`${api}/rest/v1/rpc/first_posts`, {
    headers: { apikey: key },
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout?.(15_000),
  }).then((answer) => (answer.ok ? answer.json() : undefined));
  globalThis.rangedayFirstPosts = asked.then(withPictures).catch(() => undefined);
})();
