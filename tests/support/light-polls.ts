import type { BrowserContext } from '@playwright/test';

interface Session {
  send(method: string, params?: { expression?: string }, ...more: unknown[]): Promise<unknown>;
}

const SNAPSHOT = 'ariaSnapshotForExpectFailure(element, options) {';

let isDone = false;

/**
 * Keeps an assertion that waits from describing the whole page at each of its attempts: Playwright does so seven times
 * in the first second, for an error that seldom comes, and has no option against it. On a long feed that is half of
 * what an attempt costs. `TEST_TRACE=1`, with which failures run again, keeps the descriptions.
 *
 * @throws when Playwright's internals have changed: then look whether this is still needed
 */
export function keepPollsLight(context: BrowserContext): void {
  if (isDone || process.env.TEST_TRACE === '1') return;
  isDone = true;
  // Cast: the types leave out what is private. Playwright runs in this process, and evaluates its script in each page
  // by the session's `send`.
  const { _connection: connection } = context as unknown as {
    _connection: { toImpl(object: object): { _browser: { _session: Session } } };
  };
  const sessions = Object.getPrototypeOf(connection.toImpl(context)._browser._session) as Session;
  const { send } = sessions;
  let isFound = false;
  sessions.send = function sendLight(this: Session, method, params, ...more) {
    const script = method === 'Runtime.evaluate' ? params?.expression : undefined;
    if (!script?.includes('InjectedScript')) return send.call(this, method, params, ...more);
    isFound ||= script.includes(SNAPSHOT);
    if (!isFound) throw new Error('Playwright’s script has changed: see tests/support/light-polls.ts.');
    return send.call(this, method, { ...params, expression: script.replace(SNAPSHOT, `${SNAPSHOT} return;`) }, ...more);
  };
}
