/*
 * Shows the first screen of the last visit until the app has rendered it again: the service worker has put both it, as
 * a <template>, and this script into the document (sw/drawn-page.ts). Taps, keys, text, focus and scroll position until
 * then are recorded, and applied to the app's own elements. Plain JavaScript, because it is only minified
 * (scripts/build/inline.ts).
 */
(() => {
  const CONTROLS = 'a[href], button, textarea';

  const drawn = document.querySelector('template[data-look]');
  drawn.remove();

  /** Where this page was left, if that is below its top. */
  const place = JSON.parse(drawn.dataset.place ?? 'null');
  const entryKey = history.state?.__TSR_key;

  /** The scroll position that a reload or Back will restore, in px: src/data/first-screen/place.ts. */
  const yToRestore = () => {
    try {
      if (performance.getEntriesByType('navigation')[0]?.type === 'navigate') return 0;
      return Number(sessionStorage.getItem('rangeday-place'));
    } catch {
      // Without storage the position is unknown.
      return NaN;
    }
  };

  /** A new tab continues the entry; a reload of it is at the place unless it was scrolled since. */
  const isAtPlace =
    place && !location.hash && (entryKey ? entryKey === place.key && Math.abs(yToRestore() - place.y) < 8 : true);

  /** Gives this tab what a reload of that entry has: for the router and for src/ui/list-places.ts. */
  const continueEntry = () => {
    const { key, lists } = place;
    globalThis.rangedayPlace = key;
    if (entryKey) return;
    history.replaceState({ key, __TSR_key: key, __TSR_index: 0 }, '');
    try {
      const change = (name, none, add) => {
        const value = JSON.parse(sessionStorage.getItem(name)) ?? none;
        add(value);
        sessionStorage.setItem(name, JSON.stringify(value));
      };
      change('tsr-scroll-restoration-v1_3', {}, (all) => (all[key] = { window: { scrollX: 0, scrollY: place.y } }));
      change('rangeday-list-places', [], (all) => {
        for (const [list, shown] of lists) all.push([`${key} ${list}`, shown]);
      });
    } catch {
      // Without storage only the first frame is at the place.
    }
  };

  /** The service worker has left the app's script out of this document. */
  let isStarted = false;
  const startApp = () => {
    if (isStarted) return;
    isStarted = true;
    const code = document.createElement('script');
    code.type = 'module';
    code.crossOrigin = '';
    code.src = drawn.dataset.build;
    document.head.append(code);
  };

  /** Of a thread, which starts at its end, also after a reload. */
  const field = drawn.content.querySelector('textarea');
  const isElsewhere = place ? !isAtPlace : yToRestore() !== 0 && !field;
  if (isElsewhere || location.hash || drawn.dataset.look !== rangedayLook()) {
    if (isAtPlace) continueEntry();
    return startApp();
  }
  const root = document.querySelector('#root');
  root.replaceChildren(drawn.content);
  if (place) {
    for (const list of root.querySelectorAll('[data-above]')) {
      list.style.paddingTop = `${list.dataset.above}px`;
      list.style.height = `${list.dataset.height}px`;
    }
    scrollTo(0, place.y);
    // Parts above it may load later, and the window may have another width.
    const [item, top] =
      place.lists
        .flatMap(([, shown]) => shown)
        .map(([key, y]) => [root.querySelector(`[data-key="${CSS.escape(key)}"]`), y])
        .find(([found]) => found) ?? [];
    if (item) scrollBy(0, item.getBoundingClientRect().top - top);
    place.y = scrollY;
    continueEntry();
  }
  const goOn = () => {
    // See `LATER` in src/app/drawn-markup.tsx.
    for (const picture of root.querySelectorAll('img[data-src]')) {
      picture.src = picture.dataset.src;
      // The timer or the frame calls this again, and the same address would be requested anew.
      delete picture.dataset.src;
    }
    startApp();
  };
  // When the frame is on screen: a task behind it still competes with its drawing. A page in the background draws no
  // frame.
  const painted = new PerformanceObserver(() => {
    painted.disconnect();
    goOn();
  });
  painted.observe({ type: 'paint', buffered: true });
  setTimeout(goOn, document.hidden ? 0 : 700);
  if (field && !place) scrollTo(0, field.closest('main').offsetHeight - innerHeight);

  const nameOf = (element) =>
    `${element.getAttribute('href')} ${element.getAttribute('aria-label') ?? element.textContent}`;

  /** The controls of an entry, or of the page, with this name. */
  const namesakes = ({ entry, tag, name }) => {
    const scope = entry === undefined ? root : root.querySelector(`[data-key="${CSS.escape(entry)}"]`);
    return [...(scope?.querySelectorAll(tag) ?? [])].filter((element) => nameOf(element) === name);
  };

  /** Describes a control, so that it is found again among the app's elements. */
  const describe = (element) => {
    const entry = element.closest('[data-key]')?.dataset.key;
    const description = { entry, tag: element.localName, name: nameOf(element) };
    return { ...description, index: namesakes(description).indexOf(element) };
  };
  const find = (description) => namesakes(description)[description.index];

  const inputs = [];
  let focused;
  let scrolled = 0;
  /** The control on which a mouse button is down. */
  let pressed;
  const listening = new AbortController();
  const listen = (type, listener) =>
    document.addEventListener(type, listener, { capture: true, signal: listening.signal });

  listen('click', (event) => {
    const control = event.target.closest?.(CONTROLS);
    // A click that opens another tab does not need the app.
    if (!control || control.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    inputs.push({ control: describe(control) });
  });
  listen('mousedown', ({ target, button, ctrlKey, metaKey, shiftKey }) => {
    const control = target.closest(CONTROLS);
    pressed = control && !button && !ctrlKey && !metaKey && !shiftKey ? describe(control) : undefined;
  });
  for (const end of ['mouseup', 'dragstart'])
    listen(end, () => {
      pressed = undefined;
    });
  listen('keydown', ({ key, code, shiftKey, ctrlKey, metaKey, altKey }) => {
    // Longer names move focus or page, or become a click; the browser does that.
    if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey)
      inputs.push({ key: { key, code, shiftKey, bubbles: true, cancelable: true } });
  });
  listen('focusin', ({ target }) => {
    focused = target.matches(CONTROLS) ? describe(target) : undefined;
  });
  listen('scroll', () => {
    scrolled = scrollY;
  });

  // Another tab has logged out or in: what is drawn belongs to the account before.
  const session = new BroadcastChannel('rangeday-session');
  session.onmessage = ({ data }) => {
    if ((data?.userId ?? 'guest') !== drawn.dataset.account) root.replaceChildren();
  };

  /** Called by src/main.tsx in the frame of the first render, and again when the app reacts to input. */
  globalThis.rangedayDrawn = {
    onRendered: () => {
      listening.abort();
      session.close();
      // A browser makes no click of a press whose element is gone.
      if (pressed) inputs.push({ control: pressed });
      if (field?.value) {
        root.querySelector('textarea').focus();
        document.execCommand('insertText', false, field.value);
      }
      if (focused) find(focused)?.focus({ preventScroll: true });
      if (scrolled > 0) scrollTo(0, scrolled);
    },
    onReady: () => {
      for (const { control, key } of inputs) {
        if (control) find(control)?.click();
        else document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key));
      }
    },
  };
})();
