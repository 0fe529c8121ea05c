import { type GifEvent, GifPage } from '#contract/gifs.ts';
import { createStore } from '#lib/store.ts';
import { memberTokenIfAny } from '../session/tokens.ts';
import { postJson } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';

const PATH = '/functions/v1/gifs';
const TIMEOUT_MS = 15_000;
/** §9: how long an answer and a failure are kept. */
const KEPT_MS = 60_000;
const FAILURE_KEPT_MS = 6000;

/** `failed` has the provider's message; `off`: this deployment has no gifs; `abroad`: not served in this country. */
export type GifAnswer =
  | { kind: 'page'; page: GifPage }
  | { kind: 'failed'; message: string | null }
  | { kind: 'off' | 'abroad' };

/** Of the last question for gifs: an event is reported without waiting for one. */
let lastToken: string | null = null;

const kept = new Map<string, { answer: Promise<GifAnswer>; until: number }>();

async function ask(term: string, offset: number): Promise<GifAnswer> {
  try {
    const tokens: Tokens = async (refused) => (lastToken = await memberTokenIfAny(refused));
    const options = { tokens, timeoutMs: TIMEOUT_MS };
    const { status, body } = await postJson(PATH, { term, offset }, options);
    const page = status === 200 ? GifPage.safeParse(body).data : undefined;
    if (page || status === 404) rememberGifs(status !== 404);
    if (page) return { kind: 'page', page };
    if (status === 404 || status === 451) return { kind: status === 404 ? 'off' : 'abroad' };
    const message = (body as { error?: unknown } | undefined)?.error;
    return { kind: 'failed', message: typeof message === 'string' ? message : null };
  } catch {
    return { kind: 'failed', message: null };
  }
}

/** A page of gifs; trending ones for an empty term. Never throws. */
export function findGifs(term: string, offset: number): Promise<GifAnswer> {
  const name = `${offset} ${term}`;
  const known = kept.get(name);
  if (known && known.until > Date.now()) return known.answer;
  const entry = { answer: ask(term, offset), until: Date.now() + KEPT_MS };
  kept.set(name, entry);
  void entry.answer.then(({ kind }) => {
    if (kind === 'failed' || kind === 'abroad') entry.until = Date.now() + FAILURE_KEPT_MS;
  });
  return entry.answer;
}

/** Forgets a failure, so that a retry asks again. */
export const forgetGifs = (term: string, offset: number): boolean => kept.delete(`${offset} ${term}`);

/** Reports to the provider, also while the page closes. Lost when offline, or with an expired token. */
export function reportGifEvents(events: readonly GifEvent[]): void {
  // Sent before this returns: a page that is being hidden may run nothing later.
  const options = { accessToken: lastToken ?? undefined, timeoutMs: TIMEOUT_MS, keepalive: true };
  void postJson(PATH, { events }, options).catch(() => {});
}

const KNOWN = 'rangeday-gifs';

function hadGifs(): boolean {
  try {
    return localStorage.getItem(KNOWN) === 'yes';
  } catch {
    return false;
  }
}

/** Whether this deployment had gifs when it was last asked, so that their button is there offline too. */
export const gifsStore = createStore(hadGifs());

function rememberGifs(isOn: boolean): void {
  gifsStore.set(isOn);
  try {
    localStorage.setItem(KNOWN, isOn ? 'yes' : 'no');
  } catch {
    // Blocked: the server is asked at the next visit.
  }
}
