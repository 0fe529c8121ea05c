import '#ui/testing/house-styles.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { syncState } from '#data/connection/status-store.ts';
import { render } from '#ui/testing/render.tsx';
import { GifPicker } from './gif-picker.tsx';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
type Answer = () => Response;
/** The bodies of all calls, in order. */
let calls: Record<string, unknown>[] = [];
let answer: Answer;

const gif = (n: number) => ({
  ...{ id: `g${n}`, title: `Gif ${n}`, url: `https://gifs.example/${n}.gif`, preview: PIXEL, payload: `p${n}` },
  ...{ width: 200, height: 100 + 40 * (n % 3) },
});
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const pageFrom = (offset: number, next: number | null) =>
  json({ gifs: Array.from({ length: 12 }, (_, n) => gif(offset + n)), next, response_id: `r${offset}` });
const found = () => calls.filter((call) => 'term' in call);
const events = () => calls.flatMap((call) => (call['events'] ?? []) as Record<string, unknown>[]);

let unique = 0;
/** A term of its own for each test: answers are kept by term. */
const newTerm = () => `term ${(unique += 1)}`;

beforeEach(() => {
  calls = [];
  answer = () => pageFrom(0, null);
  syncState.set({ ...syncState.get(), phase: 'online' });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>;
    calls.push(body);
    return 'events' in body ? json({}) : answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = async (onPick: (url: string) => void = () => {}) =>
  render(<GifPicker onPick={onPick} onClose={() => {}} />);
const type = async (text: string) => userEvent.fill(page.getByPlaceholder('Search GIFs...'), text);

test('a term is asked for 250 ms after the last letter, an answer is kept for 60 s, and a failure for 6 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const term = newTerm();
  await open();
  await vi.waitFor(() => expect(found()).toEqual([{ term: '', offset: 0 }]));
  await type('te');
  await vi.advanceTimersByTimeAsync(249);
  await type(term);
  await vi.advanceTimersByTimeAsync(249);
  expect(found()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(found().slice(1)).toEqual([{ term, offset: 0 }]));
  const again = async (passed: number) => {
    await type('');
    await vi.advanceTimersByTimeAsync(250);
    vi.setSystemTime(Date.now() + passed);
    const before = found().length;
    await type(term);
    await vi.advanceTimersByTimeAsync(250);
    return found()
      .slice(before)
      .filter((call) => call['term'] === term).length;
  };
  expect(await again(30_000)).toBe(0);
  answer = () => json({ error: 'Made to fail' }, 502);
  expect(await again(60_000)).toBe(1);
  await expect.element(page.getByText('Error loading GIFs. Try again?')).toBeVisible();
  expect(await again(1000)).toBe(0);
  expect(await again(6000)).toBe(1);
});

test('a failure shows its reason or the default one, and the retry asks again at once', async () => {
  answer = () => json({ error: 'Made to fail' }, 502);
  await open();
  await type(newTerm());
  await expect.element(page.getByText('Made to fail')).toBeVisible();
  answer = () => new Response('<html>', { status: 500 });
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('Error fetching')).toBeVisible();
  answer = () => pageFrom(0, null);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('button', { name: 'Gif 0', exact: true })).toBeVisible();
  answer = () => json({}, 451);
  await type(newTerm());
  await expect.element(page.getByText('This content is not available in your location')).toBeVisible();
});

test('the grid is 300 wide with three columns 6 apart, and its end loads the next page once', async () => {
  answer = () => pageFrom(0, 12);
  await open();
  await type(newTerm());
  await expect.element(page.getByRole('button', { name: 'Gif 11', exact: true })).toBeInTheDocument();
  const columns = [...document.querySelectorAll('dialog ul')].map((column) => column.getBoundingClientRect());
  expect(columns).toHaveLength(3);
  expect(columns.map(({ width }) => Math.round(width))).toEqual([96, 96, 96]);
  expect((columns[2]?.right ?? 0) - (columns[0]?.left ?? 0)).toBe(300);
  expect((columns[1]?.left ?? 0) - (columns[0]?.right ?? 0)).toBe(6);
  const [first, second] = [...document.querySelectorAll('dialog ul:first-of-type li')].map((item) =>
    item.getBoundingClientRect(),
  );
  expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBe(6);
  const link = page.getByRole('link', { name: 'GIPHY' });
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(page.getByText('Powered by')).toBeVisible();
  answer = () => pageFrom(12, null);
  page.getByRole('button', { name: 'Gif 11', exact: true }).element().scrollIntoView();
  await expect.element(page.getByRole('button', { name: 'Gif 23', exact: true })).toBeInTheDocument();
  expect(found().filter(({ offset }) => offset === 12)).toHaveLength(1);
});

test('seen, hovered for 200 ms and chosen is reported in one batch, at once when the page is hidden', async () => {
  const picked = vi.fn();
  await open(picked);
  await type(newTerm());
  const first = page.getByRole('button', { name: 'Gif 0', exact: true });
  await expect.element(first).toBeVisible();
  await vi.waitFor(() => expect(events().filter(({ action }) => action === 'SEEN').length).toBeGreaterThan(0), 3000);
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
  expect(events().at(-1)).toMatchObject({ gif_id: 'g0', payload: 'p0', response_id: 'r0', is_search: true });
});
