import { z } from './zod.ts';
import { CALL_LIMITS, CRUD_VERSION } from './crud-versions.ts';
import { Id } from './ids.ts';

export const CrudOp = z.object({
  op: z.enum(['PUT', 'PATCH', 'DELETE']),
  table: z.string().check(z.minLength(1)),
  id: Id,
  data: z.optional(z.record(z.string(), z.unknown())),
});
export type CrudOp = z.infer<typeof CrudOp>;

/** How the outbox names an action. Former releases do not send it. */
const name = {
  /** An ActionKind, also of another release. */
  kind: z.optional(z.string()),
  /** The first words of its text, or a code: 'up', 'flag'. */
  label: z.optional(z.string()),
};

/**
 * One action as it is sent. The device chooses `action_id`; a replay changes nothing. Rejections are shown by `kind`.
 */
export const CrudAction = z.object({
  action_id: Id,
  created_at: z.string(),
  ...name,
  /** What its form had (contract/action-inputs.ts), for kinds that can be edited: stored with a rejection. */
  input: z.optional(z.record(z.string(), z.unknown())),
  ops: z.array(CrudOp).check(z.minLength(1), z.maxLength(CALL_LIMITS.ops)),
});
export type CrudAction = z.infer<typeof CrudAction>;

/** One call of `rpc/apply_crud`. */
export const CrudBatch = z.object({
  v: z.literal(CRUD_VERSION),
  actions: z.array(CrudAction).check(z.minLength(1), z.maxLength(CALL_LIMITS.actions)),
});
export type CrudBatch = z.infer<typeof CrudBatch>;

export const CrudResult = z.object({
  action_id: Id,
  status: z.enum(['applied', 'duplicate', 'rejected']),
  /** SQLSTATE of a rejection. */
  code: z.optional(z.string()),
  /** A sentence for the member. */
  message: z.optional(z.string()),
  /** The rejected action that this one depends on: retry that one first. */
  blocked_by: z.optional(Id),
});
export type CrudResult = z.infer<typeof CrudResult>;

/** `marker` distinguishes an answer from a captive portal's page that happens to be JSON. */
export const CrudAnswer = z.object({ marker: z.literal('apply_crud'), results: z.array(CrudResult) });
export type CrudAnswer = z.infer<typeof CrudAnswer>;

/** The `_metadata` of each queue entry, so that the action's id is known before it is sent. `v` is a QUEUE_VERSION. */
export const CrudMetadata = z.object({ v: z.int(), action_id: Id, created_at: z.string(), ...name });
export type CrudMetadata = z.infer<typeof CrudMetadata>;
