import type { FeedPost } from '#contract/feed-post.ts';
import { readAloudCopy } from '#copy/read-aloud.ts';
import { createStore, type Store } from '#lib/store.ts';
import { toast } from '#ui/toast-store.ts';
import { articleOf, postBelow } from './listed.ts';
import { linesOf } from './spoken-post.ts';
import { localVoices, voiceFor } from './voices.ts';

interface Reading {
  postId: string;
  /** What is being read. */
  line: string;
  /** The posts below follow. */
  isReadOn: boolean;
}

const current = createStore<Reading | null>(null);

/** What is read aloud; null: nothing. Only a tap starts it. */
export const reading: Store<Reading | null> = current;

/** Of the reading that runs: aborted at its end. */
let running: AbortController | null = null;

/** Also of a line that is being spoken. */
export function stopReading(): void {
  if (!running) return;
  running.abort();
  running = null;
  speechSynthesis.cancel();
  current.set(null);
}

/** Safari's; it tells of a call or of another app that plays. */
interface AudioSession extends EventTarget {
  readonly state: 'inactive' | 'active' | 'interrupted';
}

/** For other sound, a call, and when the reader leaves the page. Another screen or account: `ReadingBar`. */
function stopWithOthers(signal: AbortSignal): void {
  const options = { signal, capture: true };
  addEventListener('pagehide', stopReading, options);
  // A call hides the page, and so does the lock of the screen.
  document.addEventListener('visibilitychange', () => document.hidden && stopReading(), options);
  // A video in the feed. The event does not bubble.
  document.addEventListener(
    'play',
    ({ target }) => target instanceof HTMLMediaElement && !target.muted && stopReading(),
    options,
  );
  const { audioSession } = navigator as Navigator & { audioSession?: AudioSession };
  audioSession?.addEventListener('statechange', () => audioSession.state === 'interrupted' && stopReading(), options);
  // The button of a headset, in browsers that have a media session for speech.
  for (const action of ['pause', 'stop'] as const) {
    navigator.mediaSession?.setActionHandler(action, stopReading);
    signal.addEventListener('abort', () => navigator.mediaSession?.setActionHandler(action, null));
  }
}

/** Chromium collects an utterance that nothing refers to, and then its end is not reported. */
const spoken: { utterance?: SpeechSynthesisUtterance } = {};

/** Resolves at the end of the line; rejects if the voice fails, also because it was cancelled. */
function say(line: string, voice: SpeechSynthesisVoice | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(line);
    // Chromium on Android ignores the voice without it.
    utterance.lang = voice?.lang ?? navigator.language;
    utterance.voice = voice ?? null;
    utterance.onend = () => resolve();
    utterance.onerror = ({ error }) => reject(new Error(error));
    spoken.utterance = utterance;
    speechSynthesis.speak(utterance);
  });
}

/** Shows the beginning of a post, unless the reader has scrolled elsewhere. */
function follow(postId: string, from: string | null): void {
  const before = from === null ? null : articleOf(from)?.getBoundingClientRect();
  const isElsewhere = before && (before.bottom < 0 || before.top > innerHeight);
  // The first one was on screen when it was chosen.
  if (!before || isElsewhere) return;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  articleOf(postId)?.scrollIntoView({ block: 'start', behavior });
}

/** Reads a post, and with `isReadOn` those below it in the list. Replaces what was read before. */
export async function readAloud(post: FeedPost, isReadOn: boolean): Promise<void> {
  stopReading();
  // What another page of ours may have left.
  speechSynthesis.cancel();
  const own = new AbortController();
  running = own;
  stopWithOthers(own.signal);
  let before: string | null = null;
  try {
    for (let next: FeedPost | null = post, below: FeedPost | null; next; next = below) {
      follow(next.id, before);
      before = next.id;
      // The list drops what is far from the window, and gets more at its end meanwhile.
      below = isReadOn ? postBelow(next.id) : null;
      const lines = linesOf(next);
      const voice = voiceFor(lines.slice(1).join(' '), localVoices.get());
      for (const line of lines) {
        current.set({ postId: next.id, line, isReadOn });
        await say(line, voice);
        if (own.signal.aborted) return;
      }
      if (isReadOn) below = postBelow(next.id) ?? below;
    }
    stopReading();
  } catch {
    if (own.signal.aborted) return;
    stopReading();
    toast(readAloudCopy.failed, { tone: 'stop' });
  }
}
