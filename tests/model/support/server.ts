import { excessIn, OPERATIONS } from '#contract/action-limits.ts';
import type { CrudBatch, CrudOp, CrudResult, CrudAction } from '#contract/crud.ts';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
import { cleanText } from '#contract/text.ts';
import { v5 } from 'uuid';
import { PausedCounts } from './paused-counts.ts';
import { TABLES } from './server-tables.ts';

export type Row = Record<string, unknown>;

class Rejection extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const hasText = (value: unknown): boolean => typeof value === 'string' && cleanText(value) !== '';
const isAbsent = (value: unknown): boolean => value === null || value === undefined;

/**
 * `apply_crud` without Postgres: the same contract for the tables in server-tables.ts. A test runs both with the same
 * batches.
 */
export class ModelServer {
  readonly tables = new Map<string, Map<string, Row>>();
  /** By member: 'applied', or 'discarded' after a rejected action was discarded. */
  readonly applied = new Map<string, Map<string, 'applied' | 'discarded'>>();
  readonly #deleted = { posts: new Set<string>(), comments: new Set<string>() };
  readonly counts = new PausedCounts(this);
  /** Members who cannot publish posts and comments. */
  readonly muted = new Set<string>();
  /** A text that no row may contain, so that any single write can be rejected. */
  rejectedText: string | null = null;
  /** A defect for defects.test.ts: a repeated action is applied again. */
  isForgetful = false;
  /** Called for each row that a member created or changed. */
  onChange: (op: CrudOp, before: Row | undefined) => void = () => {};
  /** Increases with each write, so that later rows have later times. */
  clock = 0;

  table(name: string): Map<string, Row> {
    const found = this.tables.get(name) ?? new Map<string, Row>();
    this.tables.set(name, found);
    return found;
  }

  appliedOf(member: string): Map<string, 'applied' | 'discarded'> {
    const found = this.applied.get(member) ?? new Map<string, 'applied' | 'discarded'>();
    this.applied.set(member, found);
    return found;
  }

  applyCrud(member: string, { actions }: CrudBatch): CrudResult[] {
    return actions.map((action) => {
      const result = this.#applyAction(member, action);
      this.counts.note(member);
      return result;
    });
  }

  #applyAction(member: string, { action_id, ops }: CrudAction): CrudResult {
    const done = this.appliedOf(member);
    if (done.has(action_id)) return { action_id, status: 'duplicate' };
    const undo: (() => void)[] = [];
    try {
      const known = ops.filter(({ op, table }) => OPERATIONS[table]?.[op] !== undefined);
      if (excessIn(known)) throw new Rejection('54000', 'This is too much for one action.');
      for (const op of ops) this.#applyOp(member, op, undo);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      for (const step of undo.toReversed()) step();
      return this.#reject(member, action_id, ops, error);
    }
    if (!this.isForgetful) done.set(action_id, 'applied');
    this.#delete('write_rejections', action_id, []);
    return { action_id, status: 'applied' };
  }

  #reject(member: string, id: string, ops: CrudOp[], { code, message }: Rejection): CrudResult {
    const named = ops.flatMap(({ op, id: row, table, data }) => [
      ...(op === 'PUT' ? [] : [row]),
      ...(TABLES[table]?.parents.map((column) => data?.[column]) ?? []),
    ]);
    const rejections = this.table('write_rejections');
    const blocker = [...rejections].find(
      ([other, row]) =>
        other !== id &&
        row['user_id'] === member &&
        (row['entity_ids'] as unknown[]).some((made) => named.includes(made)),
    )?.[0];
    // A second rejection changes only the reason.
    rejections.set(id, {
      user_id: member,
      ops: JSON.stringify(ops),
      created_at: new Date((this.clock += 1)).toISOString(),
      entity_ids: ops.filter(({ op }) => op === 'PUT').map(({ id: row }) => row),
      ...rejections.get(id),
      code,
      message,
    });
    return { action_id: id, status: 'rejected', code, message, ...(blocker && { blocked_by: blocker }) };
  }

  #applyOp(member: string, op: CrudOp, undo: (() => void)[]): void {
    const rules = TABLES[op.table];
    if (!rules) throw new Rejection('42P01', 'This app version sends something the server does not know.');
    if (!rules.verbs.split(' ').includes(op.op)) throw new Rejection('42501', 'You are not allowed to do this.');
    const row = this.table(op.table).get(op.id);
    const isMine = row?.[rules.owner] === member;
    if (op.op === 'DELETE') {
      if (!isMine) throw new Rejection('P0002', 'This is no longer there, or it is not yours to delete.');
      return this.#delete(op.table, op.id, undo);
    }
    const fields = { ...op.data };
    if (op.op === 'PUT') for (const name of Object.keys(fields)) if (isAbsent(fields[name])) delete fields[name];
    const allowed = op.op === 'PUT' ? [...rules.put, ...rules.ignored] : rules.patch;
    const bad = Object.keys(fields).find(
      (name) => !allowed.includes(name) && !(op.table === 'comments' && name === 'updated_at'),
    );
    if (bad) throw new Rejection('42703', `The field "${bad}" cannot be set here.`);
    for (const name of [...rules.ignored, 'updated_at']) delete fields[name];
    if (op.op === 'PUT') return this.#put(member, op, fields, row, undo);
    if (Object.keys(fields).length === 0) return;
    if (!row || !isMine) throw new Rejection('P0002', 'This is no longer there, or it is not yours to change.');
    this.#check(member, op.table, op.id, { ...row, ...fields });
    this.#write(op, row, { ...row, ...fields }, undo);
  }

  #put(member: string, op: CrudOp, fields: Row, row: Row | undefined, undo: (() => void)[]): void {
    const { owner, pair } = TABLES[op.table]!;
    if (op.table !== 'private_messages' && this.muted.has(member) && ['posts', 'comments'].includes(op.table))
      throw new Rejection('42501', 'Your account is muted, so this was not published.');
    if (op.table === 'posts' && this.#deleted.posts.has(op.id)) throw new Rejection('23505', 'This post was deleted.');
    if (op.table === 'comments' && this.#deleted.comments.has(op.id))
      throw new Rejection('23505', 'This comment was deleted.');
    fields[owner] ??= member;
    if (op.table === 'posts') fields['visibility'] ??= 'public';
    const post = this.#parentPost(op.table, fields);
    if (op.table === 'post_votes' && row && row[owner] === member && row['value'] !== fields['value']) {
      this.#check(member, op.table, op.id, { ...row, value: fields['value'] });
      return this.#write(op, row, { ...row, value: fields['value'] }, undo);
    }
    if (fields[owner] !== member) throw new Rejection('42501', 'You are not allowed to do this.');
    if (pair && op.id !== v5(`${String(fields[pair[1]])}:${member}`, PAIR_NAMESPACES[pair[0]]))
      throw new Rejection('23514', 'This entry is not valid.');
    this.#check(member, op.table, op.id, fields);
    if (row && row[owner] !== member) throw new Rejection('23505', 'This is already there.');
    if (row) return;
    if (op.table === 'comment_likes') fields['post_id'] = post;
    this.clock += 1;
    this.#write(op, undefined, { ...fields, created_at: new Date(this.clock).toISOString() }, undo);
  }

  /** The post that a row belongs to. Throws if it does not exist. */
  #parentPost(table: string, fields: Row): unknown {
    const missing = (message: string) => new Rejection('23503', message);
    if (table === 'comment_likes') {
      const comment = this.table('comments').get(String(fields['comment_id']));
      if (!comment) throw missing('This comment is no longer there.');
      return comment['post_id'];
    }
    if (table !== 'comments' && table !== 'post_votes') return null;
    const post = this.table('posts').get(String(fields['post_id']));
    if (!post) throw missing('This post is no longer there.');
    if (table === 'comments' && post['comments_locked'] === 1)
      throw new Rejection('42501', 'Comments on this post are locked.');
    const parent = fields['parent_id'];
    if (isAbsent(parent)) return fields['post_id'];
    if (this.table('comments').get(String(parent))?.['post_id'] !== fields['post_id'])
      throw missing('The comment that this answers is no longer there.');
    return fields['post_id'];
  }

  #check(member: string, table: string, id: string, row: Row): void {
    const reject = (message = 'This entry is not valid.') => {
      throw new Rejection('23514', message);
    };
    if (this.rejectedText !== null && JSON.stringify(row).includes(this.rejectedText)) reject();
    if (table === 'posts') {
      if (!['public', 'friends'].includes(String(row['visibility']))) reject();
      if (typeof row['title'] === 'string' && Array.from(row['title']).length > 200)
        reject('A title may have at most 200 characters.');
      if (!hasText(row['title']) && !hasText(row['description']))
        reject('Please include at least a title, description, gif or image.');
    }
    if (table === 'comments' && !hasText(row['text'])) reject('A comment needs some text or an image.');
    if (table === 'comments' && row['parent_id'] === id) reject();
    if (table === 'post_votes' && row['value'] !== 1 && row['value'] !== -1) reject('A vote is up or down.');
    if (table === 'private_messages' && row['recipient_id'] === member) reject('You cannot write to yourself.');
    if (table === 'private_messages' && !hasText(row['content'])) reject('A message cannot be blank.');
  }

  #write(op: CrudOp, before: Row | undefined, after: Row, undo: (() => void)[]): void {
    const rows = this.table(op.table);
    rows.set(op.id, after);
    undo.push(() => (before ? rows.set(op.id, before) : rows.delete(op.id)));
    this.onChange(op, before);
  }

  #delete(table: string, id: string, undo: (() => void)[]): void {
    const rows = this.table(table);
    const row = rows.get(id);
    if (!row) return;
    rows.delete(id);
    undo.push(() => rows.set(id, row));
    if (table === 'write_rejections') {
      const done = this.appliedOf(String(row['user_id']));
      if (!done.has(id)) {
        done.set(id, 'discarded');
        undo.push(() => done.delete(id));
      }
    }
    if (table === 'posts' || table === 'comments') {
      const deleted = this.#deleted[table];
      deleted.add(id);
      undo.push(() => deleted.delete(id));
    }
    const children = { posts: 'post_id', comments: 'comment_id' }[table];
    if (!children) return;
    for (const name of ['comments', 'post_votes', 'comment_likes']) {
      for (const [child, { [children]: parent }] of this.table(name))
        if (parent === id) this.#delete(name, child, undo);
    }
    if (table !== 'comments') return;
    for (const [reply, fields] of this.table('comments')) {
      if (fields['parent_id'] !== id) continue;
      this.table('comments').set(reply, { ...fields, parent_id: null });
      undo.push(() => this.table('comments').set(reply, fields));
    }
  }

  /** A change by somebody else, without checks. */
  remove(table: string, id: string): void {
    this.#delete(table, id, []);
    this.counts.note();
  }

  change(table: string, id: string, fields: Row): void {
    const row = this.table(table).get(id);
    if (row) this.table(table).set(id, { ...row, ...fields });
  }
}
