import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CrudOp, CrudResult, CrudAction } from '#contract/crud.ts';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
import { ModelServer } from '../model/support/server.ts';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

// tests/model uses a server in memory. This test compares its results with those of the real server.

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  const admin = await scratch.connect();
  await admin.query('update private.rate_limits set max_count = 1000000');
});
afterAll(() => scratch.stop());

const TABLES = ['posts', 'comments', 'post_votes', 'comment_likes', 'private_messages', 'write_rejections', 'sessions'];

/** Few ids, so that actions collide. `odd` selects values that the rules must reject. */
const anyOp = fc.record({
  verb: fc.constantFrom('PUT', 'PUT', 'PUT', 'PATCH', 'DELETE'),
  table: fc.constantFrom(...TABLES.slice(0, 5), ...TABLES),
  row: fc.nat(3),
  other: fc.nat(3),
  text: fc.constantFrom('words', 'other words', '', ' ', '\u200b\u3164', null, 'x'.repeat(201)),
  value: fc.constantFrom(1, 1, -1, 0),
  odd: fc.nat(19),
});
const anyAction = fc.record({ name: fc.nat(12), ops: fc.array(anyOp, { minLength: 1, maxLength: 3 }) });
const anyBatch = fc.record({ who: fc.nat(1), actions: fc.array(anyAction, { minLength: 1, maxLength: 4 }) });
type AnyOp = typeof anyOp extends fc.Arbitrary<infer T> ? T : never;

function toOp(op: AnyOp, me: string, members: readonly string[], ids: (kind: string, at: number) => string): CrudOp {
  const { verb, table, row, other, odd } = op;
  // One fault at a time, because it is undefined which of two is reported.
  const isForeign = odd === 0;
  const text = isForeign || odd === 1 || odd === 9 ? 'words' : op.text;
  const value = isForeign || odd === 9 ? 1 : op.value;
  const author = isForeign ? (members.find((id) => id !== me) ?? me) : me;
  const parent = odd < 6 && odd > 2 ? { parent_id: ids('comments', other) } : {};
  const data: Record<string, Record<string, unknown>> = {
    posts: {
      user_id: author,
      title: text,
      visibility: odd === 1 ? 'nobody' : 'public',
      ...(odd === 2 && { status: 'live' }),
    },
    comments: { user_id: author, post_id: ids('posts', other), text, ...parent },
    post_votes: { user_id: author, post_id: ids('posts', row), value },
    comment_likes: { user_id: author, comment_id: ids('comments', row) },
    private_messages: { sender_id: author, recipient_id: members[other % 2], content: text ?? 'words' },
  };
  const patch = { posts: { title: text }, comments: { text }, post_votes: { value } }[table] ?? { value };
  const pair = { post_votes: ['post_vote', 'posts'], comment_likes: ['comment_like', 'comments'] } as const;
  const kinds = table === 'post_votes' || table === 'comment_likes' ? pair[table] : null;
  const id = kinds ? v5(`${ids(kinds[1], row)}:${me}`, PAIR_NAMESPACES[kinds[0]]) : ids(table, row);
  if (verb === 'DELETE') return { op: 'DELETE', table, id };
  const fields = verb === 'PUT' ? (data[table] ?? { user_id: me }) : patch;
  return { op: verb, table, id, data: odd === 9 ? { ...fields, colour: 'red' } : fields };
}

const comparable = ({ action_id, status, code, blocked_by }: CrudResult) => ({
  action_id,
  status,
  ...(code && { code }),
  isBlocked: blocked_by !== undefined,
});

test('the model’s server returns the same results as apply_crud', { timeout: 180_000 }, async () => {
  const admin = await scratch.connect();
  const db = await scratch.connect();
  const property = fc.asyncProperty(
    fc.array(anyBatch, { minLength: 1, maxLength: 12, size: 'max' }),
    async (batches) => {
      const members = [
        await newMember(admin, { username: `a${randomUUID().slice(0, 8)}` }),
        await newMember(admin, { username: `b${randomUUID().slice(0, 8)}` }),
      ];
      const names = new Map<string, string>();
      const ids = (kind: string, at: number): string => {
        const key = `${kind} ${at}`;
        const found = names.get(key) ?? randomUUID();
        names.set(key, found);
        return found;
      };
      const model = new ModelServer();
      for (const { who, actions } of batches) {
        const me = members[who]!;
        const session = new Session(db, me);
        const made = actions.map(({ name, ops }): CrudAction => ({
          // An id that comes again is a repeated delivery, whatever it contains.
          action_id: ids(`action ${me}`, name),
          created_at: new Date().toISOString(),
          ops: ops.map((op) =>
            toOp(op, me, members, (kind, at) =>
              kind === 'write_rejections' ? ids(`action ${me}`, at) : ids(kind, at),
            ),
          ),
        }));
        const real = await session.applyCrud(...made);
        expect(model.applyCrud(me, { v: 1, actions: made }).map(comparable)).toEqual(real.map(comparable));
      }
      for (const [table, columns] of Object.entries({
        posts: ['title', 'user_id'],
        comments: ['text', 'post_id'],
        post_votes: ['value', 'post_id'],
        comment_likes: ['comment_id'],
        private_messages: ['content', 'recipient_id'],
        write_rejections: ['code'],
      })) {
        const owner = table === 'private_messages' ? 'sender_id' : 'user_id';
        const { rows } = await admin.query<Record<string, unknown>>(
          `select id, ${columns.join()} from public.${table} where ${owner} = any ($1) order by id`,
          [members],
        );
        const modelled = [...model.table(table)].map(([id, row]) => ({
          id,
          ...Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
        }));
        expect(
          modelled.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          table,
        ).toEqual(rows);
      }
    },
  );
  const { TEST_ALL, MODEL_CONTRACT_RUNS } = process.env;
  await fc.assert(property, { numRuns: Number(MODEL_CONTRACT_RUNS ?? (TEST_ALL === '1' ? 150 : 45)) });
});
