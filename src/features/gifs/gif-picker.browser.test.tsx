import '#ui/testing/house-styles.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeSettings } from '#data/device/settings.ts';
import { forgetGifs, gifsStore } from '#data/remote/gifs.ts';
import { syncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { GifButton } from './gif-field.tsx';
import { GifPicker } from './gif-picker.tsx';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
type Answer = (term: string) => Response;
/** The bodies of all calls, in order. */
let calls: Record<string, unknown>[] = [];
let answer: Answer;

const gif = (n: number, term: string) => ({
  ...{
    id: `${term} g${n}`,
    title: `${term} ${n}`.trim(),
    url: `https://gifs.example/${n}.gif`,
    preview: PIXEL,
    payload: `p${n}`,
  },
  ...{ width: 200, height: 100 + 40 * (n % 3) },
});
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const pageFrom = (term: string, offset: number, next: number | null) =>
  json({ gifs: Array.from({ length: 12 }, (_, n) => gif(offset + n, term)), next, response_id: `r${offset}` });
const found = () => calls.filter((call) => 'term' in call);
const events = () => calls.flatMap((call) => (call['events'] ?? []) as Record<string, unknown>[]);

let unique = 0;
/** A term of its own for each test: answers are kept by term. */
const newTerm = () => `term ${(unique += 1)}`;

beforeEach(() => {
  calls = [];
  answer = (term) => pageFrom(term, 0, null);
  forgetGifs('', 0);
  syncState.set({ ...syncState.get(), phase: 'online' });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>;
    calls.push(body);
    return 'events' in body ? json({}) : answer(String(body['term']));
  });
});
afterEach(() => {
  changeSettings({ dataSaver: null });
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = async (onPick: (url: string) => void = () => {}) =>
  render(<GifPicker onPick={onPick} onClose={() => {}} />);
const type = (text: string) => userEvent.fill(page.getByPlaceholder('Search GIFs...'), text);

/** Holds the timers of 250 ms, which wait for the end of typing. The test lets them run out, so no clock decides. */
function holdTyping() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  const start = globalThis.setTimeout;
  const stop = globalThis.clearTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number, ...rest: unknown[]) => {
    if (delay !== 250) return start(run, delay, ...rest);
    waiting.set((last -= 1), run);
    return last;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((id) => {
    if (!waiting.delete(Number(id))) stop(id);
  });
  return {
    /** Types, and waits until this text has a timer and none before it has. */
    async type(text: string) {
      const before = last;
      await type(text);
      await vi.waitFor(() => expect([...waiting.keys()]).toEqual([before - 1]));
    },
    runOut() {
      const runs = [...waiting.values()];
      waiting.clear();
      for (const run of runs) run();
    },
  };
}

test('a term is asked for 250 ms after the last letter, an answer is kept for 60 s, and a failure for 6 s', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const typing = holdTyping();
  const term = newTerm();
  await open();
  await vi.waitFor(() => expect(found()).toEqual([{ term: '', offset: 0 }]));
  await typing.type('te');
  await typing.type(term);
  expect(found()).toHaveLength(1);
  typing.runOut();
  await vi.waitFor(() => expect(found().slice(1)).toEqual([{ term, offset: 0 }]));
  const first = page.getByRole('button', { name: `${term} 0` });
  await expect.element(first).toBeVisible();
  const asked = () => found().filter((call) => call['term'] === term).length;
  /** Types another term and this one again, `passed` ms later. */
  const again = async (passed: number) => {
    await typing.type('');
    typing.runOut();
    await expect.element(page.getByRole('button', { name: /^0$/ })).toBeVisible();
    vi.setSystemTime(Date.now() + passed);
    await typing.type(term);
    typing.runOut();
  };
  await again(30_000);
  await expect.element(first).toBeVisible();
  expect(asked()).toBe(1);
  answer = (wanted) => (wanted === '' ? pageFrom('', 0, null) : json({ error: 'Made to fail' }, 502));
  const failed = page.getByText('Error loading GIFs. Try again?');
  await again(60_000);
  await expect.element(failed).toBeVisible();
  expect(asked()).toBe(2);
  await again(1000);
  await expect.element(failed).toBeVisible();
  expect(asked()).toBe(2);
  answer = (wanted) => (wanted === '' ? pageFrom('', 0, null) : json({}, 451));
  await again(6000);
  const abroad = page.getByText('This content is not available in your location');
  await expect.element(abroad).toBeVisible();
  expect(asked()).toBe(3);
  await again(1000);
  await expect.element(abroad).toBeVisible();
  expect(asked()).toBe(3);
  await again(6000);
  await vi.waitFor(() => expect(asked()).toBe(4));
});

test('a failure shows its reason or the default one, and the retry asks again at once', async () => {
  answer = () => json({ error: 'Made to fail' }, 502);
  await open();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.element(page.getByText('Made to fail')).toBeVisible();
  answer = () => new Response('<html>', { status: 500 });
  await userEvent.click(retry);
  await expect.element(page.getByText('Error fetching')).toBeVisible();
  answer = (term) => pageFrom(term, 0, null);
  await userEvent.click(retry);
  await expect.element(page.getByRole('button', { name: /^0$/ })).toBeVisible();
  answer = () => json({}, 451);
  await type(newTerm());
  await expect.element(page.getByText('This content is not available in your location')).toBeVisible();
});

test('the grid is 300 wide with three columns 6 apart, and its end loads the next page once', async () => {
  answer = (term) => pageFrom(term, 12 * (found().length - 1), found().length === 1 ? 12 : null);
  await open();
  const last = (n: number) => page.getByRole('button', { name: new RegExp(`^${n}$`) });
  await expect.element(last(11)).toBeInTheDocument();
  const columns = [...document.querySelectorAll('dialog ul')].map((column) => column.getBoundingClientRect());
  expect(columns).toHaveLength(3);
  expect(columns.map(({ width }) => Math.round(width))).toEqual([96, 96, 96]);
  expect((columns[2]?.right ?? 0) - (columns[0]?.left ?? 0)).toBe(300);
  expect((columns[1]?.left ?? 0) - (columns[0]?.right ?? 0)).toBe(6);
  const [first, second] = [...document.querySelectorAll('dialog ul:first-of-type li')].map((item) =>
    item.getBoundingClientRect(),
  );
  expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBe(6);
  const link = page.getByRole('link', { name: 'Powered by GIPHY' });
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  last(11).element().scrollIntoView();
  await expect.element(last(23)).toBeInTheDocument();
  expect(found().filter(({ offset }) => offset === 12)).toHaveLength(1);
});

test('seen, hovered for 200 ms and chosen is reported in one batch, at once when the page is hidden', async () => {
  const picked = vi.fn();
  await open(picked);
  const term = newTerm();
  await type(term);
  const first = page.getByRole('button', { name: `${term} 0` });
  await expect.element(first).toBeVisible();
  await vi.waitFor(
    () => expect(events().filter(({ action, gif_id }) => action === 'SEEN' && gif_id === `${term} g0`)).toHaveLength(1),
    3000,
  );
  const before = calls.length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const enter = (type: string) => first.element().dispatchEvent(new PointerEvent(type, { bubbles: true }));
  enter('pointerover');
  await vi.advanceTimersByTimeAsync(199);
  enter('pointerout');
  enter('pointerover');
  await vi.advanceTimersByTimeAsync(200);
  (first.element() as HTMLElement).click();
  expect(picked).toHaveBeenCalledExactlyOnceWith('https://gifs.example/0.gif');
  expect(calls).toHaveLength(before);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  // Without waiting for anything.
  expect(
    calls.slice(before).map((call) => ((call['events'] ?? []) as { action: string }[]).map(({ action }) => action)),
  ).toEqual([['HOVER', 'CLICK']]);
  expect(events().at(-1)).toMatchObject({ gif_id: `${term} g0`, payload: 'p0', response_id: 'r0', is_search: true });
});

test('data saver shows the names and loads no preview, and a gif can be chosen', async () => {
  changeSettings({ dataSaver: true });
  const onPick = vi.fn();
  const host = await open(onPick);
  const first = page.getByRole('button', { name: '0', exact: true });
  await expect.element(first).toHaveTextContent('0');
  expect(host.ownerDocument.querySelector(`img[src="${PIXEL}"]`)).toBeNull();
  await userEvent.click(first);
  expect(onPick).toHaveBeenCalledWith('https://gifs.example/0.gif');
  expect(events().filter(({ type: kind }) => kind === 'SEEN')).toEqual([]);
});

test('there is a button only while the server has a key of the provider', async () => {
  gifsStore.set(true);
  const host = await render(<GifButton onPick={() => {}} />);
  await expect.element(page.getByRole('button', { name: 'Add a GIF' })).toBeVisible();
  host.remove();
  gifsStore.set(false);
  // Asked once more: the server may have one by now.
  answer = () => json({}, 404);
  await render(<GifButton onPick={() => {}} />);
  await expect.poll(() => found().length).toBeGreaterThan(0);
  expect(page.getByRole('button', { name: 'Add a GIF' }).query()).toBeNull();
  gifsStore.set(true);
});
