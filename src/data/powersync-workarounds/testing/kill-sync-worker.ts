import { expect } from 'vitest';
import { cdp } from 'vitest/browser';

/** Vitest leaves the commands of the DevTools protocol untyped. */
interface DevTools {
  send(method: string, params?: object): Promise<Record<string, unknown>>;
}

/** Ends the worker that syncs this account, as a system short of memory does: no event, no message. */
export async function killSyncWorker(): Promise<void> {
  const devTools = cdp() as unknown as DevTools;
  const workers = async () => {
    const { targetInfos } = (await devTools.send('Target.getTargets')) as {
      targetInfos: { type: string; targetId: string }[];
    };
    return targetInfos.filter(({ type }) => type === 'shared_worker');
  };
  expect(await workers()).not.toEqual([]);
  for (const { targetId } of await workers()) {
    const { sessionId } = await devTools.send('Target.attachToTarget', { targetId, flatten: false });
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'self.close()' } });
    await devTools.send('Target.sendMessageToTarget', { sessionId, message });
  }
  await expect.poll(workers, { timeout: 10_000 }).toEqual([]);
}
