import { expect, test, vi } from 'vitest';
import { boot } from '../first-screen/boot.ts';
import { openedReplica, setReplicaOpener } from '../replica/replica.ts';
import { attach } from './attach.ts';

setReplicaOpener(() => import('./lifecycle.ts'));
vi.mock('./attach.ts', { spy: true });

test('a database that could not be connected is closed before it is opened again', async () => {
  vi.mocked(attach).mockRejectedValueOnce(new RangeError('An action cannot be queued.'));
  await boot();
  expect(await openedReplica()).toBeNull();
  const [db] = vi.mocked(attach).mock.calls[0]!;
  expect(db.closed).toBe(true);
});
