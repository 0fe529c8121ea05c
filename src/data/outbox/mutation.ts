import type { Transaction } from '@powersync/common';
import { v5 } from 'uuid';
import { WRITE_ERROR_CODES, type WriteErrorCode } from '#contract/errors.ts';
import { traitsOf } from '#contract/actions.ts';
import { Id, PAIR_NAMESPACES } from '#contract/ids.ts';
import type { z } from '#contract/zod.ts';
import { removeDraft } from '../drafts/drafts.ts';
import type { Replica } from '../replica/replica.ts';
import { accountOf, sessionStore } from '../session/session.ts';
import { commitAction, type Failure, memberReplica, type NewAction, storageFailure } from './write.ts';

export type { NewAction } from './write.ts';
export type WriteResult = { ok: true; id: string } | Failure;

export interface Member {
  db: Replica['db'];
  userId: string;
  /** Undefined until the profile has synced. */
  username: string | null | undefined;
  isStaff: boolean;
}

interface Meta<Input> {
  /** Calls with the same key run one after the other: a second tap reads what the first one wrote. */
  serialize?: (input: Input) => string;
  /** The member must have chosen a username; otherwise the call fails with this code. */
  needsUsername?: WriteErrorCode;
}

/** One or several actions to commit, or a result that needs no action. */
type Plan = NewAction | readonly NewAction[] | WriteResult;

export interface MutationOptions {
  /**
   * Becomes the action's id, so that a repeated submit of the same draft is one action; the draft is removed on
   * success.
   */
  draftId?: string | undefined;
  /** Whose action it is, if it was not asked for just now. By default of the member who is logged in at the call. */
  account?: string | undefined;
}

/**
 * A mutation: validates the input, finds the member, and commits actions. When it returns, all screens show the change.
 * `id` is the entity. Rejects only for a mistake of the program. Rules that only the server checks (mutes, bans) are
 * reported later, in the outbox.
 */
export function defineMutation<S extends z.ZodMiniType>(
  schema: S,
  { serialize, needsUsername }: Meta<z.infer<S>>,
  run: (member: Member, input: z.infer<S>) => Plan | Promise<Plan>,
): (input: z.input<S>, options?: MutationOptions) => Promise<WriteResult> {
  return async (input, { draftId, account = accountOf(sessionStore.get()) } = {}) => {
    const parsed = parseInput(schema, input);
    if (!parsed.ok) return parsed;
    const work = async (): Promise<WriteResult> => {
      const member = await currentMember(account);
      if (!member.ok) return member;
      // A profile that has not synced yet may have a username.
      if (needsUsername && (member.username === null || member.username === '')) return fail(needsUsername);
      const plan = await run(member, parsed.data);
      if ('ok' in plan) return plan;
      const result = await commitAll(member, Array.isArray(plan) ? plan : [plan], input, draftId);
      if (result.ok && draftId) await removeDraft(member.userId, draftId);
      return result;
    };
    // The reads before the commit can fail too, for example while another tab holds the file.
    return (serialize ? inSequence(serialize(parsed.data), work) : work()).catch(storageFailure);
  };
}

/** Its input is stored with it: see action-inputs.ts. */
const keepsInput = (kind: string): boolean => ![undefined, 'profile'].includes(traitsOf(kind).edit);

/** What was typed. The pictures of an unsent action are stored for its rows (media/hold.ts). */
const withoutPictures = (input: unknown): NewAction['input'] =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([name]) => name !== 'images' && name !== 'image'));

async function commitAll(
  member: Member,
  actions: readonly NewAction[],
  input: unknown,
  draftId?: string,
): Promise<WriteResult> {
  let first: WriteResult | undefined;
  const action_id = draftId && Id.safeParse(draftId).success ? draftId : undefined;
  for (const action of actions) {
    const typed = keepsInput(action.kind) ? { input: withoutPictures(input) } : {};
    const result = await commitAction(member, { ...typed, ...action }, action_id);
    if (!result.ok) return result;
    first ??= result;
  }
  return first ?? { ok: true, id: '' };
}

export const fail = (code: WriteErrorCode): Failure => ({ ok: false, code });

const isWriteError = (message: string): message is WriteErrorCode =>
  (WRITE_ERROR_CODES as readonly string[]).includes(message);

/** The parsed input, or the code of its first error. */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
): { ok: true; data: z.infer<S> } | Failure {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, data: parsed.data };
  const message = parsed.error.issues[0]?.message ?? '';
  return fail(isWriteError(message) ? message : 'invalid_input');
}

async function currentMember(account: string): Promise<({ ok: true } & Member) | Failure> {
  const open = await memberReplica(account);
  if (!open.ok) return open;
  const { userId } = open;
  const { db } = open.replica;
  const found = await db.getOptional<{ username: string | null; role: string | null }>(
    'SELECT username, role FROM my_profile WHERE id = ?',
    [userId],
  );
  const isStaff = found?.role === 'admin' || found?.role === 'ceo';
  return { ok: true, db, userId, username: found ? found.username : undefined, isStaff };
}

const running = new Map<string, Promise<unknown>>();

function inSequence<T>(key: string, work: () => Promise<T>): Promise<T> {
  const next = (running.get(key) ?? Promise.resolve()).then(work, work);
  running.set(key, next);
  const forget = () => running.get(key) === next && running.delete(key);
  next.then(forget, forget);
  return next;
}

/** Deletes a row with the action's metadata: because a plain DELETE of a view has none. */
export const deleteRow = (tx: Transaction, table: string, id: string, metadata: string) =>
  tx.execute(`UPDATE ${table} SET _deleted = 1, _metadata = ? WHERE id = ?`, [metadata, id]);

/** The id that the server computes for the same pair (contract/ids.ts). */
export const pairId = (kind: keyof typeof PAIR_NAMESPACES, one: string, other: string): string =>
  v5(`${one}:${other}`.toLowerCase(), PAIR_NAMESPACES[kind]);
