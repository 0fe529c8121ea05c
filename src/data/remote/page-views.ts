import { postJson } from '../http/request.ts';

const TIMEOUT_MS = 10_000;

/** §7: counts a view of a route pattern, without the member's token: the server must not know who it was. */
export async function recordPageView(route: string): Promise<void> {
  await postJson('/rest/v1/rpc/record_page_view', { route }, { timeoutMs: TIMEOUT_MS, keepalive: true }).catch(
    () => {},
  );
}
