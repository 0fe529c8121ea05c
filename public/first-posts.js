/*
 * On a first visit, draws the posts that head.js has requested into the first frame of index.html, so that they can be
 * read before the code has loaded. Each is a copy of a pattern that the build has rendered (src/app/first-entry.tsx);
 * the app's first render replaces all of them. A poll, which the pattern does not have, ends the list. Plain
 * JavaScript, because public/ is not compiled.
 */
(() => {
  // The code and the fonts (scripts/build/request-posts-first.ts).
  const later = document.querySelector('#later');
  if (later) document.head.append(later.content);

  // A line that was cut loses the code, and the browser does not ask for it again.
  let delay = 500;
  addEventListener(
    'error',
    ({ target: { type, src } }) => {
      if (type !== 'module') return;
      delay *= 2;
      setTimeout(() => document.head.append(Object.assign(document.createElement('script'), { type, src })), delay);
    },
    true,
  );

  const place = document.querySelector('.first-frame-entries');
  const [pattern, adPlace] = place?.querySelector('template')?.content.children ?? [];
  const asked = globalThis.rangedayFirstPosts;
  if (!place) return;
  setTimeout(() => (place.dataset.waits = ''), 200);
  if (!pattern || !asked) return;

  const MONTHS = 'January February March April May June July August September October November December'.split(' ');
  const DAY_MS = 86_400_000;
  /** Such as 09:05. */
  const timeOf = (date) => date.toTimeString().slice(0, 5);

  /** As src/lib/log-time.ts. */
  const longTime = (date) => {
    const hours = date.getHours();
    const clock = `${hours % 12 || 12}${timeOf(date).slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
    return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()} at ${clock}`;
  };
  const shortTime = (date) => {
    const now = new Date();
    if (date.toDateString() === now.toDateString()) return timeOf(date);
    const age = now - date;
    if (age >= 0 && age < 6 * DAY_MS) return date.toDateString().slice(0, 3);
    return `${MONTHS[date.getMonth()].slice(0, 3)} ${date.getDate()}`;
  };

  /** As src/features/text/tokens.ts: addresses, mentions and hashtags have other letters than the text around them. */
  const MARKS =
    /(?<![\p{L}\p{N}_])(?:https?:\/\/|www\.)[^\s<>"']+|(?<![\p{L}\p{N}_@/])@[A-Za-z0-9._-]*[A-Za-z0-9_-]|(?<![\p{L}\p{N}_#/&])#[\w-]+/giu;

  const writeText = (words, mark, text) => {
    const parts = [];
    let end = 0;
    for (const { 0: found, index } of text.matchAll(MARKS)) {
      const isName = /^[@#]/.test(found);
      const shown = isName ? found : found.replace(/[.,;:!?…)]+$/, '');
      const part = isName ? mark.cloneNode() : document.createElement('a');
      part.append(shown);
      parts.push(text.slice(end, index), part);
      end = index + shown.length;
    }
    words.replaceChildren(...parts, text.slice(end));
  };

  /** As PhotoBox in src/ui/photo.tsx. */
  const box = (svg, ratio) => {
    const width = Math.round(4000 * ratio);
    svg.setAttribute('viewBox', `0 0 ${width} 4000`);
    svg.setAttribute('width', width);
    return svg;
  };

  /**
   * As src/features/photos/photo-grid.tsx. Only the previews: the app shows the pictures, which load after the code.
   */
  const fillPictures = (slot, images) => {
    const row = slot.pictures.firstElementChild;
    const ratios = images.map(({ width, height }) => (width && height ? width / height : 1.5));
    const photos = images.map(({ preview }, index) => {
      const photo = slot.picture.cloneNode(true);
      box(photo.firstElementChild, ratios[index]);
      if (preview) photo.lastElementChild.src = preview;
      else photo.lastElementChild.remove();
      return photo;
    });
    const split = images.length > 3 ? 2 : 3;
    const rest = 0.8 - ratios.slice(0, split).reduce((sum, ratio) => sum + ratio, 0);
    const second = row.cloneNode();
    row.replaceChildren(...photos.slice(0, split));
    if (rest > 0) row.append(box(slot.picture.firstElementChild.cloneNode(), rest));
    second.append(...photos.slice(split));
    slot.pictures.append(second);
  };

  /** Posts of a first screen: more would make its frame later. */
  const SCREEN = 4;
  const AD_AFTER = 3;

  const isWide = matchMedia('(min-width: 769px)').matches;

  const draw = (row) => {
    const { author, title, description, created_at: iso, sticky } = row;
    if (!author?.username || row.poll_id) return null;
    const images = row.images?.startsWith('[') ? JSON.parse(row.images) : row.images ? [{}] : [];
    const entry = pattern.cloneNode(true);
    const slot = {};
    for (const part of entry.querySelectorAll('[data-slot]')) slot[part.dataset.slot] = part;
    const date = new Date(iso);
    slot.name.textContent = `@${author.username}`;
    slot.short.textContent = shortTime(date);
    slot.long.textContent = longTime(date);
    slot.score.textContent = row.score ?? 0;
    slot.comments.textContent = row.comment_count ?? 0;
    if (title) slot.title.textContent = title;
    else slot.title.removeAttribute('class');
    if (description) writeText(slot.words, slot.mark, description);
    else slot.text.remove();
    if (row.gif_url ?? row.video_url) {
      const clip = slot.pictures.cloneNode();
      clip.append(box(slot.picture.firstElementChild.cloneNode(), 1.5));
      slot.pictures.after(clip);
    }
    if (images.length > 0) fillPictures(slot, images);
    else slot.pictures.remove();
    slot[isWide ? 'short' : 'by'].remove();
    if (sticky) slot.short.remove();
    else slot.pinned.remove();
    for (const [index, ring] of entry.querySelectorAll(':has(> svg > circle)').entries())
      if (index !== (author.rank ?? 0)) ring.remove();
    return entry;
  };

  /** As AdFrame in src/features/feed/ad-slot.tsx. */
  const drawAd = (ads = []) => {
    const ad = ads.find(({ type }) => !isWide || type !== 'mobile');
    adPlace.firstElementChild.dataset.shape = !ad ? 'house' : !isWide && ad.mobile_image_url ? 'mobile' : ad.type;
    adPlace.firstElementChild.dataset.host = ad?.destination_url?.[0];
    return adPlace;
  };

  /** Until the first that cannot be drawn. */
  const drawAll = (rows) => {
    const entries = rows.map(draw);
    const end = entries.indexOf(null);
    return end < 0 ? entries : entries.slice(0, end);
  };

  /** Between two steps: as one task they would block a slow phone for longer. */
  const pause = async () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

  const FACES = ['1rem "Atkinson Next"', '700 1rem "Special Gothic"'];
  /**
   * From the start of the page: on a fast network the fonts are there by then, and on a slow one the posts come later.
   */
  const FONTS_MS = 400;

  const loadFonts = () => Promise.allSettled(FACES.map((face) => document.fonts.load(face)));

  /** Whether the posts can be drawn in the fonts. If not, they have the fallback for now (src/app/first-frame.css). */
  const haveFonts = async () => {
    const loading = loadFonts();
    await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, FONTS_MS - performance.now()))]);
    return FACES.every((face) => document.fonts.check(face));
  };

  /** The entry's height in the fonts, measured on a copy that is never painted. */
  const heightInFonts = (entry) => {
    const copy = entry.cloneNode(true);
    Object.assign(copy.style, { position: 'absolute', width: `${entry.getBoundingClientRect().width}px` });
    place.parentElement.append(copy);
    const height = copy.offsetHeight;
    copy.remove();
    return height;
  };

  /**
   * Late fonts replace the fallback only if no entry changes its height: all below it would move. Otherwise the app's
   * own entries have them.
   */
  const takeLateFonts = async (entries) => {
    await loadFonts();
    for (const entry of entries) {
      await pause();
      if (!place.isConnected || heightInFonts(entry) !== entry.offsetHeight) return;
    }
    place.removeAttribute('data-early');
  };

  const show = async () => {
    // Without a service worker this may be a member's device, and the member may have blocked an author: the app shows
    // the posts then.
    const wasUsed = (await indexedDB.databases()).some(({ name }) => name === 'rangeday-kv');
    const { posts: rows, ads } = (await asked) ?? {};
    // The app may be faster, and data saver shows other pictures.
    if (wasUsed || !Array.isArray(rows) || !place.isConnected || rangedayLook().endsWith('saver')) return;
    const drawn = drawAll(rows.slice(0, SCREEN));
    if (drawn.length === 0) return;
    const isWhole = drawn.length === SCREEN;
    if (drawn.length >= AD_AFTER) drawn.splice(AD_AFTER, 0, drawAd(ads));
    await pause();
    const areInFonts = await haveFonts();
    if (!place.isConnected) return;
    place.toggleAttribute('data-early', !areInFonts);
    place.replaceChildren(...drawn);
    void getComputedStyle(drawn[0]).color;
    await new Promise(requestAnimationFrame);
    await pause();
    if (isWhole) place.append(...drawAll(rows.slice(SCREEN)));
    if (!areInFonts) await takeLateFonts(drawn);
  };
  // Blocked storage, an older browser, or a malformed answer: the placeholders stay.
  show().catch(() => {});
})();
