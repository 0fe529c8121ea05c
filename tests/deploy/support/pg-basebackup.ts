/**
 * The part of pg_basebackup that deploy/backup/base.sh uses, because the npm packages of Postgres contain no client: it
 * asks the server for a base backup by the replication protocol, and writes base.tar.gz and backup_manifest to the
 * current folder.
 */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import pg from 'pg';

const EXPECTED = '--pgdata=. --format=tar --gzip --wal-method=none --checkpoint=fast --label=rangeday';
if (!process.argv.slice(2).join(' ').startsWith(EXPECTED)) throw new Error('This pg_basebackup does not know that.');

const gzip = createGzip();
const outputs = new Map([
  ['base.tar', gzip.pipe(createWriteStream('base.tar.gz'))],
  ['backup_manifest', createWriteStream('backup_manifest')],
]);

const settings = { host: process.env['PGHOST'], user: process.env['PGUSER'], replication: 'true' };
const db = new pg.Client(settings);
await db.connect();
await new Promise<void>((resolve, reject) => {
  let output: NodeJS.WritableStream | undefined;
  const backup = {
    submit: (connection: pg.Connection) =>
      connection.query(
        "BASE_BACKUP (LABEL 'rangeday', CHECKPOINT 'fast', MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', TARGET 'client')",
      ),
    handleRowDescription() {},
    handleDataRow() {},
    handleCommandComplete() {},
    // Types of messages: a new archive, the manifest, data of either, progress.
    handleCopyData({ chunk }: { chunk: Buffer }) {
      const type = String.fromCharCode(chunk[0] ?? 0);
      if (type === 'n') output = chunk.toString('utf8', 1).startsWith('base.tar\0') ? gzip : undefined;
      else if (type === 'm') output = outputs.get('backup_manifest');
      // A copy, because the connection uses its buffer again.
      else if (type === 'd') output?.write(Buffer.from(chunk.subarray(1)));
    },
    handleReadyForQuery: () => resolve(),
    handleError: (error: Error) => reject(error),
  };
  // The types of pg know no messages of a copy.
  db.query(backup as unknown as pg.Submittable);
});
gzip.end();
outputs.get('backup_manifest')?.end();
await Promise.all([...outputs.values()].map((stream) => finished(stream)));
await db.end();
