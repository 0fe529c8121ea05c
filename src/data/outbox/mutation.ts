import type { Transaction } from '@powersync/common';
import { v5, v7 } from 'uuid';
import { WRITE_ERROR_CODES, type WriteErrorCode } from '#contract/errors.ts';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
import type { OutboxKind } from '#contract/outbox.ts';
import type { z } from '#contract/zod.ts';
import type { Replica } from '../replica/replica.ts';
import { type Failure, memberReplica, writeAction } from './write.ts';

export type WriteResult = { ok: true; id: string } | Failure;

/** What a mutation is about to do, before ids and times are given to it. */
export interface Deed {
  kind: OutboxKind;
  entity_id: string;
  /** What it hangs on: the post of a comment or vote, the other member of a message. */
  subject_id?: string;
  /** What was written, in full; its first words name it in the outbox. For marks a code: 'up', 'on' … */
  text?: string;
  /** Names it better than its first words do. */
  label?: string;
  /** Plain words of what it belongs to: a post's title, '@bob'. */
  about?: string | null;
  /** Names the action; a second write with the same one is the first one's echo. */
  action_id?: string;
  /** Stands in place of one of its kind that still waits for the same entity. */
  replaces?: boolean;
}

export interface Member {
  replica: Replica;
  userId: string;
  /** Undefined until the profile has synced: then nothing is known about it. */
  username: string | null | undefined;
  isStaff: boolean;
}

const LABEL_LENGTH = 80;
const encoder = new TextEncoder();

export const fail = (code: WriteErrorCode): Failure => ({ ok: false, code });

const isWriteError = (message: string): message is WriteErrorCode =>
  (WRITE_ERROR_CODES as readonly string[]).includes(message);

/** The door of every mutation: what the schema gives, or the code of what is wrong with it. */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
): { ok: true; data: z.infer<S> } | Failure {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, data: parsed.data };
  const message = parsed.error.issues[0]?.message ?? '';
  return fail(isWriteError(message) ? message : 'invalid_input');
}

/** The signed-in member with an open replica. Whether they are muted or banned is for the server to say: its reason goes to the outbox. */
export async function asMember(): Promise<({ ok: true } & Member) | Failure> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { replica, userId } = open;
  const found = await replica.db.getOptional<{ username: string | null; role: string | null }>(
    'SELECT username, role FROM my_profile WHERE id = ?',
    [userId],
  );
  const isStaff = found?.role === 'admin' || found?.role === 'ceo';
  return { ok: true, replica, userId, username: found ? found.username : undefined, isStaff };
}

/** One action, written to the device and its queue; what it made is on every screen when this resolves. */
export async function act(
  { replica }: Member,
  { kind, entity_id, subject_id, text = '', label = text, about = null, action_id = v7(), replaces = false }: Deed,
  write: (tx: Transaction, metadata: string, now: string) => Promise<void>,
): Promise<WriteResult> {
  const created_at = new Date().toISOString();
  const action = {
    action_id,
    kind,
    entity_id,
    label: label.trim().slice(0, LABEL_LENGTH),
    about,
    bytes: encoder.encode(text).length,
    created_at,
    replaces,
    ...(subject_id && { subject_id }),
  };
  const result = await writeAction(replica, action, (sql, metadata) => write(sql, metadata, created_at));
  return result.ok ? { ok: true, id: result.entity_id } : result;
}

/** A delete that carries its action's name to the queue: a plain DELETE of a view leaves no metadata. */
export async function deleteRow(tx: Transaction, table: string, id: string, metadata: string): Promise<void> {
  await tx.execute(`UPDATE ${table} SET _deleted = 1, _metadata = ? WHERE id = ?`, [metadata, id]);
}

/** The id that the server computes for the same pair (contract/ids.ts). */
export const pairId = (kind: keyof typeof PAIR_NAMESPACES, one: string, other: string): string =>
  v5(`${one}:${other}`.toLowerCase(), PAIR_NAMESPACES[kind]);

const chains = new Map<string, Promise<unknown>>();

/** One after the other per key: a second tap decides on what the first one has written. */
export function inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
  const next = (chains.get(key) ?? Promise.resolve()).then(work, work);
  chains.set(key, next);
  const forget = () => chains.get(key) === next && chains.delete(key);
  next.then(forget, forget);
  return next;
}

interface PostRow {
  title: string | null;
  description: string | null;
  status: string | null;
  comments_locked: number | null;
}

const postRow = ({ replica }: Member, id: string): Promise<PostRow | null> =>
  replica.db.getOptional<PostRow>('SELECT title, description, status, comments_locked FROM posts WHERE id = ?', [id]);

const nameOf = (row: PostRow | null): string | null =>
  (row?.title || row?.description || '').slice(0, LABEL_LENGTH) || null;

/** How the outbox names a post: its title, or else its first words. */
export const aboutPost = async (member: Member, postId: string): Promise<string | null> =>
  nameOf(await postRow(member, postId));

/** A post that something can be hung on, with its name for the outbox. Null: it is not there, or was removed. */
export async function standingPost(
  member: Member,
  postId: string,
): Promise<{ about: string | null; isLocked: boolean } | null> {
  const row = await postRow(member, postId);
  return row && row.status !== 'removed' ? { about: nameOf(row), isLocked: row.comments_locked === 1 } : null;
}

/** How the outbox names another member. */
export async function aboutMember({ replica }: Member, userId: string): Promise<string | null> {
  const row = await replica.db.getOptional<{ username: string | null }>(
    `SELECT username FROM people WHERE id = ?1 UNION ALL SELECT username FROM profiles_public WHERE id = ?1
     UNION ALL SELECT username FROM threads_index WHERE id = ?1 LIMIT 1`,
    [userId],
  );
  return row?.username ? `@${row.username}` : null;
}
