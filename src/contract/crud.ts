import { z } from './zod.ts';
import { CRUD_VERSION } from './crud-versions.ts';
import { Id } from './ids.ts';

export { BATCH_LIMITS, CRUD_VERSION, QUEUE_VERSION } from './crud-versions.ts';

/** The wire form of the write path: many local transactions in one call of `rpc/apply_crud`. */
export const CrudOp = z.object({
  op: z.enum(['PUT', 'PATCH', 'DELETE']),
  table: z.string().check(z.minLength(1)),
  id: Id,
  data: z.optional(z.record(z.string(), z.unknown())),
});
export type CrudOp = z.infer<typeof CrudOp>;

/** One action of the member. `id` is made on the device and names the action for ever: a replay with the same id changes nothing. */
export const CrudTransaction = z.object({
  id: Id,
  created_at: z.string(),
  ops: z.array(CrudOp).check(z.minLength(1)),
});
export type CrudTransaction = z.infer<typeof CrudTransaction>;

export const CrudBatch = z.object({
  v: z.literal(CRUD_VERSION),
  transactions: z.array(CrudTransaction).check(z.minLength(1)),
});
export type CrudBatch = z.infer<typeof CrudBatch>;

export const CrudResult = z.object({
  id: Id,
  status: z.enum(['applied', 'duplicate', 'rejected']),
  /** SQLSTATE of a rejection. */
  code: z.optional(z.string()),
  /** A sentence for the member. */
  message: z.optional(z.string()),
  /** The refused action that this one needed: retry that one first. */
  blocked_by: z.optional(Id),
});
export type CrudResult = z.infer<typeof CrudResult>;

/** `marker` tells a true answer from a captive portal's page that happens to be JSON. */
export const CrudAnswer = z.object({ marker: z.literal('apply_crud'), results: z.array(CrudResult) });
export type CrudAnswer = z.infer<typeof CrudAnswer>;

/**
 * What every local write leaves in the `_metadata` of its queue entry, so that the action's id is known before it is sent. `v` is
 * a QUEUE_VERSION.
 */
export const CrudMetadata = z.object({ v: z.int(), tx: Id, at: z.string() });
export type CrudMetadata = z.infer<typeof CrudMetadata>;
