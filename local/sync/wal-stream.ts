import type { Client } from 'pg';
import { decodePgOutput } from './pgoutput.ts';
import type { PgOutputMessage } from './pgoutput.ts';

/** The low-level connection of a client, which `pg` does not type. */
interface WireConnection {
  on(event: 'copyData', listener: (message: { chunk: Buffer }) => void): void;
  sendCopyFromChunk(chunk: Buffer): void;
}

const acknowledgeEveryMs = 10_000;
const postgresEpochMs = Date.UTC(2000, 0, 1);

/**
 * Streams a slot from `lsn` and calls `onMessage` for each decoded message. Resolves when the connection ends for any
 * reason; an exception in `onMessage` ends it too.
 */
export async function streamWal(
  client: Client,
  slot: string,
  lsn: string,
  onMessage: (message: PgOutputMessage) => void,
  onStarted: () => void,
): Promise<void> {
  const connection = (client as unknown as { connection: WireConnection & NodeJS.EventEmitter }).connection;
  let confirmed = 0n;
  let inTransaction = false;
  let failure: unknown;
  const acknowledge = (): void => connection.sendCopyFromChunk(statusUpdate(confirmed));
  const timer = setInterval(acknowledge, acknowledgeEveryMs);
  connection.once('replicationStart', onStarted);
  connection.on('copyData', ({ chunk }) => {
    const kind = chunk[0];
    if (kind === 0x6b /* k: keepalive */) {
      // Between transactions everything up to here is applied. Without this report, a Postgres that shuts down would
      // wait forever for this receiver to catch up.
      if (!inTransaction) confirmed = chunk.readBigUInt64BE(1);
      if (chunk[17] === 1) acknowledge();
      return;
    }
    if (kind !== 0x77 /* w: data */) return;
    try {
      const message = decodePgOutput(chunk.subarray(25));
      onMessage(message);
      if (message.kind === 'begin') inTransaction = true;
      if (message.kind === 'commit') {
        inTransaction = false;
        confirmed = message.endLsn;
        acknowledge();
      }
    } catch (error) {
      failure ??= error;
      void client.end();
    }
  });
  try {
    await client.query(
      `START_REPLICATION SLOT ${slot} LOGICAL ${lsn} (proto_version '1', publication_names 'powersync', messages 'true')`,
    );
  } catch (error) {
    throw failure ?? error;
  } finally {
    clearInterval(timer);
  }
}

function statusUpdate(lsn: bigint): Buffer {
  const update = Buffer.alloc(34);
  update.write('r');
  for (const at of [1, 9, 17]) update.writeBigUInt64BE(lsn, at);
  update.writeBigInt64BE(BigInt(Date.now() - postgresEpochMs) * 1000n, 25);
  return update;
}
