import { randomUUID } from 'node:crypto';
import { RawStream } from './raw-client.ts';
import { memberToken } from './world.ts';
import type { World } from './world.ts';

/** Resolves when all commits so far have reached the sync server, which a write checkpoint guarantees. */
export async function settled(world: World): Promise<void> {
  const clientId = randomUUID();
  const token = await memberToken('settling');
  const streams = { include_defaults: false, subscriptions: [] };
  const stream = await RawStream.open(world, token, { client_id: clientId, streams });
  await stream.next('checkpoint');
  const response = await fetch(`${world.url}/powersync/write-checkpoint2.json?client_id=${clientId}`, {
    headers: { Authorization: `Token ${token}` },
  });
  const wanted = (await response.json()).data.write_checkpoint;
  while ((await stream.next('checkpoint_diff')).write_checkpoint !== wanted);
  stream.close();
}
