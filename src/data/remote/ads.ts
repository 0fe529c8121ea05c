import { v4 } from 'uuid';
import { whenOnline } from '../device/sync-state.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { memberTokenIfAny } from '../session/tokens.ts';
import { isFinal } from '../http/answers.ts';
import { postJson } from '../http/request.ts';

const TIMEOUT_MS = 10_000;
const KEY = 'ad-events';
/** More than this wait only on a device that is offline for days. */
const MOST = 200;
const HOUR_MS = 3_600_000;
const KEPT_MS = 7 * 24 * HOUR_MS;

type AdEventType = 'impression' | 'click';

/** Waits on the device until the server has it. */
interface AdEvent {
  /** Sent along, so that an event whose answer was lost does not count twice. */
  id: string;
  ad: string;
  type: AdEventType;
  /** ms since 1970. */
  at: number;
}

/** The list is changed by one tab at a time. */
const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`rangeday-${name}`, work);

const change = (edit: (events: AdEvent[]) => AdEvent[]): Promise<void> =>
  alone(KEY, async () => {
    const stored = await readKey<AdEvent[]>(KEY).catch(() => undefined);
    await writeKey(KEY, edit(stored ?? []));
  });

/** §7: counts an impression or click, once per ad and hour. Offline it waits, for the hour of the view. */
export async function recordAdEvent(adId: string, type: AdEventType): Promise<void> {
  const now = Date.now();
  await change((events) => {
    const recent = events.filter(({ at }) => now - at < KEPT_MS);
    // The server counts one an hour, too; this keeps the list short.
    const isCounted = recent.some(({ ad, type: known, at }) => ad === adId && known === type && now - at < HOUR_MS);
    return isCounted ? recent : [...recent, { id: v4(), ad: adId, type, at: now }].slice(-MOST);
  });
  await sendAdEvents();
}

/** After the first failure; doubled with each one: a full server must not be asked at once. */
const PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;

let isWaiting = false;
let pauseMs = PAUSE_MS;

/** Sends waiting events. Stops at the first without an answer; goes on after a pause. */
export async function sendAdEvents(): Promise<void> {
  const isSent = await alone('ad-sending', async () => {
    for (const { id, ad, type, at } of (await readKey<AdEvent[]>(KEY).catch(() => undefined)) ?? []) {
      const reply = await postJson(
        '/rest/v1/rpc/record_ad_event',
        // How long ago and not when: the clock of the device may be wrong.
        { ad_id: ad, event_type: type, event_id: id, seconds_ago: Math.max(0, Math.floor((Date.now() - at) / 1000)) },
        // A click leaves the page, which must not cancel the call.
        { tokens: memberTokenIfAny, timeoutMs: TIMEOUT_MS, keepalive: true },
      ).catch(() => ({ status: 0 }));
      if (!isFinal(reply)) return false;
      await change((events) => events.filter((event) => event.id !== id));
    }
    return true;
  }).catch(() => false);
  if (isSent) pauseMs = PAUSE_MS;
  if (isSent || isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    void whenOnline().then(() => {
      isWaiting = false;
      return sendAdEvents();
    });
  }, pauseMs);
  pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
}
