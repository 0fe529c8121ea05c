import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { readJson, sendJson } from './http.ts';

/** Switches that tests use to make the backend fail. All parts of the backend read the same object. */
export interface Faults {
  /** No new checkpoint line is sent; a checkpoint in progress is completed. */
  holdCheckpoints: boolean;
  /** Milliseconds of delay before each request (gateway) and each checkpoint line. */
  delayMs: number;
  /** Uploads fail with this HTTP status (`true`: 503). */
  refuseWrites: boolean | number;
  /** Every sync token counts as expired; open streams end. */
  expireTokens: boolean;
  /** Every connection except /_dev is destroyed. */
  offline: boolean;
}

const patchSchema = z.strictObject({
  holdCheckpoints: z.boolean().optional(),
  delayMs: z.number().int().min(0).max(60_000).optional(),
  refuseWrites: z.union([z.boolean(), z.number().int().min(400).max(599)]).optional(),
  expireTokens: z.boolean().optional(),
  offline: z.boolean().optional(),
  /** Destroys all open sync streams, once. */
  cut: z.boolean().optional(),
});

export type FaultPatch = z.infer<typeof patchSchema>;

export class FaultSwitches implements Faults {
  holdCheckpoints = false;
  delayMs = 0;
  refuseWrites: boolean | number = false;
  expireTokens = false;
  offline = false;
  readonly #listeners = new Set<(patch: FaultPatch) => void>();

  set(patch: FaultPatch): void {
    const { cut: _cut, ...values } = patch;
    Object.assign(this, values);
    for (const listener of this.#listeners) listener(patch);
  }

  onChange(listener: (patch: FaultPatch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/**
 * GET returns the switches, POST merges JSON into them. Requires the service role key: 401 without it, 400 on unknown
 * keys.
 */
export async function handleFaultRequest(
  faults: FaultSwitches,
  serviceRoleKey: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (!hasKey(req, serviceRoleKey)) return sendJson(res, 401, { error: 'The service role key is needed.' });
  if (req.method === 'GET') return sendJson(res, 200, { ...faults });
  if (req.method !== 'POST') return sendJson(res, 405, { error: 'Use GET or POST.' });
  let body: unknown;
  try {
    body = await readJson(req, 10_000);
  } catch {
    return sendJson(res, 400, { error: 'The body is not JSON.' });
  }
  const patch = patchSchema.safeParse(body);
  if (!patch.success) return sendJson(res, 400, { error: z.prettifyError(patch.error) });
  faults.set(patch.data);
  sendJson(res, 200, { ...faults });
}

function hasKey(req: IncomingMessage, key: string): boolean {
  const given = Buffer.from(req.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${key}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
