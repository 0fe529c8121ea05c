import { post } from './rest.ts';

const TIMEOUT_MS = 10_000;

/** §7: counts an impression or a click. The server takes member, address and time itself, and each once an hour. Lost without a network. */
export async function recordAdEvent(adId: string, type: 'impression' | 'click'): Promise<void> {
  await post(
    '/rest/v1/rpc/record_ad_event',
    {
      body: JSON.stringify({ ad_id: adId, event_type: type }),
      headers: { 'content-type': 'application/json' },
      // A click leads away from the page, which must not take the request with it.
      keepalive: true,
    },
    TIMEOUT_MS,
  );
}
