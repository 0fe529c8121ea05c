import { type GifEvent, GifPage } from '#contract/gifs.ts';
import { memberTokenIfAny } from '../session/tokens.ts';
import { postJson } from './request.ts';

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

const kept = new Map<string, { answer: Promise<GifAnswer>; until: number }>();

async function ask(term: string, offset: number): Promise<GifAnswer> {
  try {
    const options = { accessToken: await memberTokenIfAny(), timeoutMs: TIMEOUT_MS };
    const { status, body } = await postJson(PATH, { term, offset }, options);
    const page = status === 200 ? GifPage.safeParse(body).data : undefined;
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
    if (kind === 'failed') entry.until = Date.now() + FAILURE_KEPT_MS;
  });
  return entry.answer;
}

/** Forgets a failure, so that a retry asks again. */
export const forgetGifs = (term: string, offset: number): boolean => kept.delete(`${offset} ${term}`);

/** Reports to the provider, also while the page is closed. Lost when offline. */
export async function reportGifEvents(events: readonly GifEvent[]): Promise<void> {
  const accessToken = await memberTokenIfAny();
  await postJson(PATH, { events }, { accessToken, timeoutMs: TIMEOUT_MS, keepalive: true }).catch(() => {});
}

const KNOWN = 'rangeday-gifs';

/** Whether this deployment had gifs when it was last asked, so that their button is there offline too. */
export function hadGifs(): boolean {
  try {
    return localStorage.getItem(KNOWN) === 'yes';
  } catch {
    return false;
  }
}

export function rememberGifs(isOn: boolean): void {
  try {
    localStorage.setItem(KNOWN, isOn ? 'yes' : 'no');
  } catch {
    // Blocked: the server is asked at the next visit.
  }
}
