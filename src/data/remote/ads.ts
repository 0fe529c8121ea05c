import { memberTokenIfAny } from '../session/tokens.ts';
import { postJson } from './request.ts';

const TIMEOUT_MS = 10_000;

/** §7: counts an impression or a click. The server adds member, address and time, and counts each once an hour. Lost when offline. */
export async function recordAdEvent(adId: string, type: 'impression' | 'click'): Promise<void> {
  const accessToken = await memberTokenIfAny();
  await postJson(
    '/rest/v1/rpc/record_ad_event',
    { ad_id: adId, event_type: type },
    // A click leaves the page, which must not cancel the call.
    { accessToken, timeoutMs: TIMEOUT_MS, keepalive: true },
  ).catch(() => {});
}
