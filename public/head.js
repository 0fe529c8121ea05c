/*
 * Runs before the app. A separate file, because the Content-Security-Policy allows no inline script, and plain
 * JavaScript, because public/ is not compiled.
 */
(() => {
  // The only policy for what the browser would run: our own code may start workers and add scripts of the app, and no
  // text becomes markup or code. It is the default one, because libraries start workers too.
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) =>
      /^\/(sw\.js$|assets\/)/.test(new URL(address, location).href.replace(location.origin, '')) ? address : null,
  });

  const { dataset } = document.documentElement;
  const { api, key } = document.currentScript?.dataset ?? {};
  const { connection, serviceWorker } = navigator;
  const isKnownHere = Boolean(serviceWorker?.controller);
  const isFeed = location.pathname === '/';

  // On a first visit the first posts load before the code; src/data/first-screen/first-posts.ts reads them. A device
  // with a service worker has a snapshot of the feed. Before anything else, because the first frame with posts waits
  // for nothing longer.
  const asked =
    isFeed &&
    api !== undefined &&
    !isKnownHere &&
    fetch(`${api}/rest/v1/rpc/first_posts`, {
      headers: { apikey: key },
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout?.(15_000),
    }).then((answer) => (answer.ok ? answer.json() : undefined));

  /** Written by src/data/device/settings.ts. */
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem('rangeday-settings')) ?? {};
    } catch {
      // No storage, or no settings in it: the system's settings apply.
      return {};
    }
  };
  const { theme, textSize, gloves } = chosen();
  const addLink = (link) => document.head.append(Object.assign(document.createElement('link'), link));

  // Theme, text size and the sheet for gloves, set before the first frame to avoid a flash.
  if (['light', 'dark', 'glare'].includes(theme)) dataset.theme = theme;
  if (['large', 'larger', 'largest'].includes(textSize)) dataset.textSize = textSize;
  // src/app/appearance.ts adds the same one. A start without network waits for the service worker only.
  if (gloves) addLink({ rel: 'stylesheet', href: '/gloves.css', blocking: 'render' });

  // Which part of the first frame is shown (src/app/first-frame.tsx).
  dataset.start = isFeed ? 'feed' : 'page';

  const savesData = () => chosen().dataSaver ?? connection?.saveData;

  /**
   * What the markup of a first screen depends on besides its data: a page drawn for another look is not shown
   * (public/drawn.js).
   */
  globalThis.rangedayLook = () => {
    const width = ['narrow', 'wide', 'desk'][
      matchMedia('(min-width: 769px)').matches + matchMedia('(min-width: 1200px)').matches
    ];
    return savesData() ? `${width} saver` : width;
  };

  if (!asked) {
    // No posts to wait for: the code may be requested before the end of the page, where first-posts.js starts it.
    const code = document.querySelector('#later')?.content.querySelector('script');
    if (code) addLink({ rel: 'modulepreload', href: code.getAttribute('src'), crossOrigin: '', fetchPriority: 'low' });
    return;
  }

  /**
   * Also loads the pictures of the first screen, after the code, which is needed to show them. The references prevent
   * the browser from dropping them before.
   */
  const withPictures = (first) => {
    if (savesData() || !Array.isArray(first?.posts)) return first;
    const urls = first.posts
      .slice(0, 4)
      .flatMap(({ images }) => (images?.startsWith('[') ? JSON.parse(images).map(({ url }) => url) : (images ?? [])))
      // Others need a token, which the service worker adds.
      .filter((url) => !url.startsWith('/storage/'));
    // Behind the frame with the posts.
    requestAnimationFrame(() =>
      setTimeout(() => {
        globalThis.rangedayFirstPictures = urls.map((src) => Object.assign(new Image(), { fetchPriority: 'low', src }));
      }),
    );
    return first;
  };

  globalThis.rangedayFirstPosts = asked.then(withPictures).catch(() => {});
})();
