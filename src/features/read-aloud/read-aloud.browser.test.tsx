import '#ui/testing/house-styles.ts';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FeedPost, toFeedPost } from '#contract/feed-post.ts';
import { feedRowOf } from '#contract/testing/feed-row-of.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { Menu } from '#ui/menu.tsx';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { VirtualList } from '#ui/virtual-list.tsx';
import { listPost } from './listed.ts';
import { reading, stopReading } from './reader.ts';
import { ReadingBar } from './reading-bar.tsx';
import { useReadAloud } from './use-read-aloud.tsx';

/* Headless browsers have no voices: only the browser's own part is replaced. */

class FakeUtterance {
  lang = '';
  voice: unknown = null;
  onend?: () => void;
  onerror?: (event: { error: string }) => void;
  text: string;
  constructor(text: string) {
    this.text = text;
  }
}

class FakeSynthesis extends EventTarget {
  voices: unknown[] = [];
  /** What is spoken, and what was. */
  said: FakeUtterance[] = [];
  now: FakeUtterance | null = null;
  getVoices = () => this.voices;
  speak(utterance: FakeUtterance) {
    this.now = utterance;
    this.said.push(utterance);
  }
  cancel() {
    const { now } = this;
    this.now = null;
    now?.onerror?.({ error: 'canceled' });
  }
  finish() {
    const { now } = this;
    this.now = null;
    now?.onend?.();
  }
  install(...voices: unknown[]) {
    this.voices = voices;
    this.dispatchEvent(new Event('voiceschanged'));
  }
}

const LOCAL = { lang: 'en-US', name: 'Here', default: true, localService: true };
const REMOTE = { ...LOCAL, name: 'There', localService: false };

let synthesis = new FakeSynthesis();
beforeEach(() => {
  synthesis = new FakeSynthesis();
  Object.defineProperty(globalThis, 'speechSynthesis', { value: synthesis, configurable: true });
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  onTestFinished(() => {
    stopReading();
    for (const leave of leaves.splice(0)) leave();
    Reflect.deleteProperty(globalThis, 'speechSynthesis');
    vi.unstubAllGlobals();
    toastStore.set([]);
    scrollTo(0, 0);
  });
});

const postOf = (id: string): FeedPost =>
  toFeedPost(
    feedRowOf({
      ...{ id, user_id: 'u1', title: `Title ${id}`, description: 'One. Two.', author: { username: 'kip' } },
    }),
    { kind: 'guest' },
  );

const leaves: (() => void)[] = [];

function Entry({ post }: { post: FeedPost }) {
  // Before the menu asks for it.
  useState(() => leaves.push(listPost(post)));
  return (
    <article style={{ height: 700 }}>
      <h2>{post.title}</h2>
      <Menu label={`More for ${post.id}`} items={useReadAloud(post)} />
    </article>
  );
}

const AD = { id: 'ad' };

const path = createStore('/');

function Feed({ count }: { count: number }) {
  const posts = Array.from({ length: count }, (_, at) => postOf(`p${at + 1}`));
  return (
    <>
      <VirtualList
        label="Feed"
        items={[...posts.slice(0, 1), AD, ...posts.slice(1)]}
        getKey={({ id }) => id}
        renderItem={(item) => (item === AD ? <p>Ad</p> : <Entry post={item as FeedPost} />)}
      />
      <ReadingBar screen={useStore(path)} />
    </>
  );
}

const choose = async (id: string, name: RegExp) => {
  await userEvent.click(page.getByRole('button', { name: `More for ${id}` }));
  await userEvent.click(page.getByRole('menuitem', { name }));
};
const bar = () => page.getByRole('region', { name: 'Reading aloud' });
const isSaid = (text: string) => expect.poll(() => synthesis.now?.text).toBe(text);
/** Ends each line until this one is spoken. */
const finishUntil = async (text: string) => {
  while (synthesis.now?.text !== text) {
    const { length } = synthesis.said;
    synthesis.finish();
    await expect.poll(() => synthesis.said.length).toBeGreaterThan(length);
  }
};

test('the menu has the items only with a voice of this device, which may come late', async () => {
  synthesis.voices = [REMOTE];
  await render(<Feed count={1} />);
  await userEvent.click(page.getByRole('button', { name: 'More for p1' }));
  await expect.element(page.getByRole('menu')).toBeInTheDocument();
  expect(page.getByRole('menuitem').all()).toHaveLength(0);
  synthesis.install(REMOTE, LOCAL);
  await expect.element(page.getByRole('menuitem', { name: 'Read aloud' })).toBeVisible();
  expect(synthesis.said).toEqual([]);
});

test('a post is read line by line with the voice of the device, the line is shown, and it ends at its end', async () => {
  synthesis.voices = [REMOTE, LOCAL];
  await render(<Feed count={2} />);
  await choose('p1', /^Read aloud/);
  for (const line of ['kip.', 'Title p1', 'One.', 'Two.']) {
    await isSaid(line);
    await expect.element(bar().getByText(line, { exact: true })).toBeVisible();
    expect(synthesis.now?.voice).toBe(LOCAL);
    synthesis.finish();
  }
  await expect.element(bar()).not.toBeInTheDocument();
  expect(synthesis.said).toHaveLength(4);
});

const ways: [name: string, stop: () => unknown][] = [
  ['the button of the bar', () => userEvent.click(page.getByRole('button', { name: 'Stop reading' }))],
  ['another tap of the menu', () => choose('p1', /^Stop reading/)],
  ['leaving the page', () => dispatchEvent(new PageTransitionEvent('pagehide'))],
  [
    'a call, which hides the page',
    () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      document.dispatchEvent(new Event('visibilitychange'));
      vi.restoreAllMocks();
    },
  ],
  [
    'a video with sound',
    () => {
      const video = document.body.appendChild(document.createElement('video'));
      video.dispatchEvent(new Event('play'));
      video.remove();
    },
  ],
];

test.each(ways)('%s stops it, and nothing more is said', async (_, stop) => {
  synthesis.voices = [LOCAL];
  await render(<Feed count={2} />);
  await choose('p1', /^Read on/);
  await isSaid('kip.');
  await stop();
  await expect.element(bar()).not.toBeInTheDocument();
  expect(synthesis.now).toBeNull();
  expect(synthesis.said).toHaveLength(1);
  expect(toastStore.get()).toEqual([]);
});

test('an interruption of the audio session stops it, and a video without sound does not', async () => {
  synthesis.voices = [LOCAL];
  const session = Object.assign(new EventTarget(), { state: 'active' });
  Object.defineProperty(navigator, 'audioSession', { value: session, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'audioSession'));
  await render(<Feed count={1} />);
  await choose('p1', /^Read aloud/);
  await isSaid('kip.');
  const gif = Object.assign(document.body.appendChild(document.createElement('video')), { muted: true });
  gif.dispatchEvent(new Event('play'));
  gif.remove();
  session.dispatchEvent(new Event('statechange'));
  expect(reading.get()).not.toBeNull();
  session.state = 'interrupted';
  session.dispatchEvent(new Event('statechange'));
  expect(reading.get()).toBeNull();
});

test('another screen ends it', async () => {
  synthesis.voices = [LOCAL];
  await render(<Feed count={1} />);
  await choose('p1', /^Read aloud/);
  await isSaid('kip.');
  path.set('/search');
  onTestFinished(() => path.set('/'));
  await expect.poll(() => reading.get()).toBeNull();
  expect(synthesis.now).toBeNull();
});

test('a voice that fails is reported', async () => {
  synthesis.voices = [LOCAL];
  await render(<Feed count={1} />);
  await choose('p1', /^Read aloud/);
  await isSaid('kip.');
  synthesis.now?.onerror?.({ error: 'synthesis-failed' });
  await expect.poll(() => toastStore.get().map(({ text }) => text)).toEqual(['The voice of this device stopped.']);
  expect(reading.get()).toBeNull();
});

const topOf = (title: string) =>
  page.getByRole('heading', { name: title, exact: true }).element().getBoundingClientRect().top;

test('"Read on" goes down the list past an ad, brings each post to the top, and lets the reader scroll', async () => {
  await page.viewport(390, 800);
  synthesis.voices = [LOCAL];
  await render(<Feed count={12} />);
  await choose('p1', /^Read on/);
  await isSaid('kip.');
  expect(scrollY).toBe(0);
  await finishUntil('Title p2');
  await expect.poll(() => Math.round(topOf('Title p2'))).toBeLessThan(160);
  // The post that is read is out of sight: the next one is read, and does not come up.
  scrollTo(0, 0);
  await expect.poll(() => topOf('Title p2')).toBeGreaterThan(700);
  scrollTo(0, 2200);
  await expect.poll(() => scrollY).toBe(2200);
  await finishUntil('Title p3');
  expect(scrollY).toBe(2200);
});

test('"Read on" ends at the end of the list', async () => {
  synthesis.voices = [LOCAL];
  await render(<Feed count={2} />);
  await choose('p1', /^Read on/);
  await finishUntil('Title p2');
  await finishUntil('Two.');
  synthesis.finish();
  await expect.element(bar()).not.toBeInTheDocument();
});
