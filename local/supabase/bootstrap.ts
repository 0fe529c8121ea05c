import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from 'pg';

import type { BackendContext } from '../context.ts';

const PARTS = ['roles.sql', 'auth.sql', 'storage.sql'];

/** Adds to an empty Postgres everything that a fresh hosted project has before its first migration. Idempotent. */
export async function bootstrapDatabase(ctx: BackendContext): Promise<void> {
  const client = new Client({ connectionString: ctx.databaseUrl, application_name: 'bootstrap' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("set client_min_messages = 'warning'");
    await client.query('begin');
    for (const part of PARTS) await client.query(await readFile(join(import.meta.dirname, 'sql', part), 'utf8'));
    await client.query(`alter role rangeday_data_api login password '${dataApiPassword(ctx)}'`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * How the Data API connects: as a login role without rights other than those of the three API roles. The URL has no
 * password.
 */
export function dataApiLogin(ctx: BackendContext): { url: string; password: string } {
  const url = new URL(ctx.databaseUrl);
  url.username = 'rangeday_data_api';
  url.password = '';
  return { url: url.href, password: dataApiPassword(ctx) };
}

/** Hexadecimal, so it needs no escaping. */
function dataApiPassword(ctx: BackendContext): string {
  return createHmac('sha256', ctx.jwtSecret).update('data-api').digest('hex');
}
