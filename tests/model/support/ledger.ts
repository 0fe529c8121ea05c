import type { CrudOp } from '#contract/crud.ts';
import { isHiddenKind } from '#contract/outbox.ts';
import type { Device, OutboxRow } from './device.ts';
import type { ModelServer, Row } from './server.ts';
import { TrueCounts } from './true-counts.ts';

/** The column that contains an action's text. */
const TEXT_COLUMNS: Record<string, [table: string, column: string]> = {
  post: ['posts', 'title'],
  edit_post: ['posts', 'title'],
  delete_post: ['posts', 'title'],
  comment: ['comments', 'text'],
  edit_comment: ['comments', 'text'],
  delete_comment: ['comments', 'text'],
  message: ['private_messages', 'content'],
  vote: ['post_votes', 'value'],
  like: ['comment_likes', 'comment_id'],
};
const CREATING_KINDS = ['post', 'comment', 'message'];

/** The member's commands since the last check that may remove rows from the outbox. */
export interface Removals {
  /** Rejected actions may have been retried under new ids. */
  retried: boolean;
  /** Discarded or opened for editing, by action. */
  discarded: Set<string>;
  /** Sent with changed text under a new id, by entity. */
  edited: Set<string>;
  /** Replaced or deleted, by entity. */
  replaced: Set<string>;
}
export const noRemovals = (): Removals => ({
  retried: false,
  discarded: new Set(),
  edited: new Set(),
  replaced: new Set(),
});

/** Checks the app's guarantees (I1 to I6) from outside: in the outbox, the replica and the server's rows. */
export class Ledger {
  readonly #server: ModelServer;
  readonly #device: Device;
  readonly #counts: TrueCounts;
  /** By member: the outbox at the last check. */
  readonly #shown = new Map<string, Map<string, OutboxRow>>();
  readonly #owners = new Map<string, string>();
  /** Discarded entities with their kind. They must not be on the server at the end. */
  readonly #discarded = new Map<string, string>();
  /** The value on screen after the member's last command on an entity. */
  readonly #lastShown = new Map<string, { kind: string; value: unknown }>();
  readonly #intents = new Map<string, number>();
  /** Entities that their author deleted, or was deleting when the process was killed. */
  readonly #deleting = new Set<string>();
  /** Entities whose deletion was confirmed to their author. */
  readonly #deleted = new Set<string>();
  /** Entities that staff removed. */
  readonly #removed = new Set<string>();
  /** Entities that their author hid for a discard, by action. */
  readonly #hidden = new Map<string, { entity: string; isCertain: boolean }>();
  readonly #inserted = new Map<string, number>();

  constructor(server: ModelServer, device: Device) {
    this.#server = server;
    this.#device = device;
    this.#counts = new TrueCounts(device);
    server.onChange = ({ table, id }, before) => {
      if (before || !['posts', 'comments', 'private_messages'].includes(table)) return;
      const times = (this.#inserted.get(id) ?? 0) + 1;
      this.#inserted.set(id, times);
      if (times > 1) throw new Error(`I1: ${table} ${id} was created ${times} times.`);
    };
  }

  removedByStaff(id: string): void {
    this.#removed.add(id);
  }

  /** `isCertain` is false when hiding or showing may have failed, for example because the process was killed. */
  noteHidden(id: string, entity: string, isCertain: boolean): void {
    this.#hidden.set(id, { entity, isCertain });
  }

  noteShown(id: string): void {
    this.#hidden.delete(id);
  }

  noteDeletion(id: string): void {
    this.#deleting.add(id);
  }

  /** `isDone` is false when there was nothing to delete, perhaps because it was deleted already. */
  noteDeleted(id: string, isDone: boolean): void {
    if (isDone) this.#deleted.add(id);
    else if (!this.#deleted.has(id)) this.#deleting.delete(id);
  }

  /** Called before a deletion is discarded, and again with `isDone` when it was. */
  noteDeletionUndone(id: string, isDone = false): void {
    this.#deleted.delete(id);
    if (isDone) this.#deleting.delete(id);
  }

  /** Its author deleted it, or a post that it belongs to. */
  #isBeingDeleted(id: string): boolean {
    return this.#deleting.has(id) || (this.parents.get(id) ?? []).some((parent) => this.#isBeingDeleted(parent));
  }

  async #displayed(kind: string, id: string): Promise<unknown> {
    const [table, column] = TEXT_COLUMNS[kind]!;
    const row = await this.#device.db.getOptional<Row>(`SELECT ${column} AS value FROM ${table} WHERE id = ?`, [id]);
    return row?.['value'] ?? null;
  }

  #onServer(kind: string, id: string): unknown {
    const [table, column] = TEXT_COLUMNS[kind]!;
    return this.#server.table(table).get(id)?.[column] ?? null;
  }

  /** Called before a command. If the process is killed in it, the value on screen is unknown. */
  noteIntent(id: string): void {
    this.#lastShown.delete(id);
    this.#intents.set(id, (this.#intents.get(id) ?? 0) + 1);
  }

  /** Called after a successful command. The value on screen is now the intended one. */
  async noteCommand(kind: string, id: string): Promise<void> {
    const pending = (this.#intents.get(id) ?? 1) - 1;
    this.#intents.set(id, pending);
    const value = await this.#displayed(kind, id);
    // Another command on it may be done and not yet noted.
    if (pending === 0) this.#lastShown.set(id, { kind, value });
  }

  /** Forgets commands that were interrupted by a kill. */
  forgetIntents(): void {
    this.#intents.clear();
  }

  /** Compares the outbox with the last check. Each removal needs a reason. */
  async observe(removals: Removals): Promise<void> {
    const { member } = this.#device;
    const rows = await this.#device.outbox();
    const now = new Map(rows.map((row) => [row.id, row]));
    const before = this.#shown.get(member) ?? new Map<string, OutboxRow>();
    for (const row of rows) {
      const owner = this.#owners.get(row.id) ?? member;
      if (owner !== member) throw new Error(`I4: ${member} sees ${row.kind} ${row.id} of ${owner}.`);
      this.#owners.set(row.id, member);
      if (row.state === 'refused') {
        this.#lastShown.delete(row.entity_id);
        if (row.ops === '[]' || !row.last_error)
          throw new Error(`I1: ${row.kind} ${row.id} is rejected and has no text or reason.`);
      }
      const was = before.get(row.id);
      if (was && was.kind !== row.kind) {
        if (
          !this.#isBeingDiscarded(was, before) &&
          !removals.discarded.has(row.id) &&
          !removals.replaced.has(row.entity_id) &&
          !this.#isBeingDeleted(row.entity_id)
        )
          throw new Error(`I1: ${was.kind} ${row.id} became ${row.kind} without a command.`);
        if (CREATING_KINDS.includes(was.kind)) this.#discarded.set(row.entity_id, was.kind);
        this.#lastShown.delete(row.entity_id);
      }
      await this.#checkReadable(row, rows);
    }
    for (const was of before.values()) if (!now.has(was.id)) this.#checkRemoval(was, before, rows, removals);
    this.#shown.set(member, now);
    await this.#checkOwnRowsOnly(member);
    await this.#counts.observe();
  }

  /** I3: a text stays readable until the server has accepted or rejected it. */
  async #checkReadable({ id, kind, state, entity_id }: OutboxRow, rows: readonly OutboxRow[]): Promise<void> {
    if (!CREATING_KINDS.includes(kind) || (state !== 'queued' && state !== 'sending')) return;
    if (rows.some((row) => row.id !== id && row.entity_id === entity_id && row.kind.startsWith('delete'))) return;
    if ((await this.#displayed(kind, entity_id)) === null)
      throw new Error(`I3: ${kind} ${id} is ${state} and cannot be read.`);
  }

  /** True for a row that is hidden for a discard, and for its dependents. */
  #isBeingDiscarded(row: OutboxRow, rows: ReadonlyMap<string, OutboxRow>, seen = new Set<string>()): boolean {
    if (seen.has(row.id)) return false;
    seen.add(row.id);
    const hidden = new Set([...this.#hidden.values()].map(({ entity }) => entity));
    const ops = JSON.parse(row.ops) as CrudOp[];
    const named = new Set([row.entity_id, ...ops.flatMap(({ data }) => Object.values(data ?? {}))]);
    if (this.#hidden.has(row.id) || [...named].some((value) => hidden.has(String(value)))) return true;
    return [...rows.values()].some((other) => named.has(other.entity_id) && this.#isBeingDiscarded(other, rows, seen));
  }

  #checkRemoval(
    was: OutboxRow,
    before: ReadonlyMap<string, OutboxRow>,
    rows: readonly OutboxRow[],
    removals: Removals,
  ): void {
    const { member } = this.#device;
    const { id, kind, state, entity_id } = was;
    const outcome = this.#server.appliedOf(member).get(id);
    if (outcome === 'applied') {
      // It was sent, followed by its deletion.
      if (this.#hidden.get(id)?.isCertain) this.#noteRemoved(was);
      else if (this.#isBeingDiscarded(was, before)) this.#lastShown.delete(entity_id);
      return;
    }
    if (removals.edited.has(entity_id)) return;
    const successor = rows.some((row) => row.kind === kind && row.entity_id === entity_id && row.id !== id);
    // Even if a discard ran at the same time: it failed because the old id was gone. There may be several edits.
    if (removals.retried && successor && CREATING_KINDS.includes(kind)) return;
    if (this.#isBeingDiscarded(was, before)) return this.#noteRemoved(was);
    if (removals.discarded.has(id) || removals.replaced.has(entity_id)) {
      // The command itself notes a vote or like that replaces another.
      return this.#noteRemoved(was, removals.replaced.has(entity_id) && !CREATING_KINDS.includes(kind));
    }
    if (removals.retried && successor) return;
    if (this.#isBeingDeleted(entity_id)) return this.#noteRemoved(was);
    // Retried and discarded at once, under the new id.
    if (removals.retried && removals.discarded.size > 0) return void this.#lastShown.delete(entity_id);
    // Rejections of these kinds are not shown. compareWithServer checks that discarded entities are gone.
    if (isHiddenKind(kind)) return;
    const isRejected = this.#server.table('write_rejections').has(id);
    // Retried or discarded on another device, or before its row was created here.
    if (state === 'refused' && was.attempts === 0 && !isRejected) return;
    throw new Error(`I1: ${state} ${kind} ${id} is gone, and the server has not applied it.`);
  }

  #noteRemoved({ kind, entity_id }: OutboxRow, isNoted = false): void {
    if (CREATING_KINDS.includes(kind)) this.#discarded.set(entity_id, kind);
    if (!isNoted) this.#lastShown.delete(entity_id);
  }

  /** I4 in the replica. */
  async #checkOwnRowsOnly(member: string): Promise<void> {
    const foreign = await this.#device.db.getOptional<Row>(
      `SELECT id FROM private_messages WHERE ?1 NOT IN (sender_id, recipient_id)
       UNION ALL SELECT id FROM post_votes WHERE user_id <> ?1 UNION ALL SELECT id FROM write_rejections WHERE user_id <> ?1`,
      [member],
    );
    if (foreign) throw new Error(`I4: ${member}'s replica holds ${String(foreign['id'])} of another member.`);
  }

  /** After everything was sent: the outbox shows only rejections, and no discarded, deleted or applied action. */
  async checkOutbox(appliedLate: ReadonlySet<string>): Promise<void> {
    const { member } = this.#device;
    const rows = await this.#device.outbox();
    for (const { id, kind, state, entity_id } of rows) {
      if (state !== 'refused') throw new Error(`I6: ${kind} ${id} is still ${state}.`);
      if (this.#discarded.has(entity_id) && CREATING_KINDS.includes(kind))
        throw new Error(`I1: ${kind} ${id} was discarded and is shown as rejected.`);
      if (
        this.#deleted.has(entity_id) &&
        (CREATING_KINDS.includes(kind) || (kind.startsWith('delete') && !this.#inserted.has(entity_id)))
      )
        throw new Error(`I1: ${kind} ${id} was deleted before it was created, and is shown as rejected.`);
      if (this.#server.appliedOf(member).get(id) === 'applied' && !appliedLate.has(entity_id))
        throw new Error(`I1: ${kind} ${id} is shown as rejected, and the server has applied it.`);
    }
  }

  /** Once at the end: each entity is as its author left it, and no discarded one exists. */
  compareWithServer(appliedLate: ReadonlySet<string>): void {
    // Only at the end: a discarded entity may have been sent already, and is deleted with the rest of that member's
    // queue.
    for (const [id, kind] of this.#discarded)
      if (this.#onServer(kind, id) !== null && !appliedLate.has(id))
        throw new Error(`I1: ${kind} ${id} was discarded and is on the server.`);
    for (const [id, { kind, value }] of this.#lastShown) {
      const found = this.#onServer(kind, id);
      if (found === value || (found === null && this.#isRemovedByOthers(kind, id))) continue;
      throw new Error(`I1: ${kind} ${id} is ${String(found)} on the server; its author left it as ${String(value)}.`);
    }
  }

  #isRemovedByOthers(kind: string, id: string): boolean {
    if (this.#removed.has(id)) return true;
    const parents = this.parents.get(id);
    return kind !== 'message' && parents !== undefined && parents.some((parent) => !this.#exists(parent));
  }

  readonly parents = new Map<string, string[]>();

  #exists = (id: string): boolean => this.#server.table('posts').has(id) || this.#server.table('comments').has(id);
}
