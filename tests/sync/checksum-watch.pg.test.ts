import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { clientLogLines, takeClientLogLines } from './support/client-log.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { StockClient } from './support/stock-client.ts';
import { useWorlds } from './support/world.ts';

const worlds = useWorlds();

// Positive control of the other files: a server with a wrong checksum must be reported in the client log that they
// check.
test('collects a checksum mismatch from the client log', async () => {
  const world = await worlds.start(rooms);
  const badServer = createServer((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    const buckets = [{ bucket: 'b', checksum: 5, count: 1, priority: 3, subscriptions: [{ default: 0 }] }];
    const streams = [{ name: 'mine', is_default: true, errors: [] }];
    res.write(`${JSON.stringify({ checkpoint: { last_op_id: '1', buckets, streams } })}\n`);
    res.write(`${JSON.stringify({ checkpoint_complete: { last_op_id: '1' } })}\n`);
  });
  await new Promise<void>((resolve) => badServer.listen(0, '127.0.0.1', resolve));
  const address = badServer.address();
  const client = new StockClient(world, roomsSchema, {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  });
  await client.connect({ retryDelayMs: 60_000 });
  await expect.poll(() => clientLogLines().join('\n')).toMatch(/Checksums didn't match/);
  await client.db.close();
  badServer.closeAllConnections();
  badServer.close();
  expect(takeClientLogLines().some((line) => line.includes("Checksums didn't match"))).toBe(true);
});
