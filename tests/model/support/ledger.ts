import type { CrudOp } from '#contract/crud.ts';
import { HIDDEN_KINDS } from '#contract/outbox.ts';
import type { Device, OutboxRow } from './device.ts';
import type { ModelServer, Row } from './server.ts';
import { TrueCounts } from './true-counts.ts';

/** Where the words of an action stand. */
const PLACES: Record<string, [table: string, column: string]> = {
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
const MAKES = ['post', 'comment', 'message'];

/** What the member did since the last look that may make outbox rows go. */
export interface Excuses {
  /** Refused ones may have become new ones. */
  retried: boolean;
  /** Discarded or taken for editing, by action. */
  discarded: Set<string>;
  /** Sent with other words under another name, by entity. */
  corrected: Set<string>;
  /** Replaced or withdrawn, by entity. */
  entities: Set<string>;
}
export const noExcuses = (): Excuses => ({
  retried: false,
  discarded: new Set(),
  corrected: new Set(),
  entities: new Set(),
});

/** Watches every promise that the app makes, from outside: the outbox as shown, the replica as read, the server's rows. */
export class Ledger {
  readonly #server: ModelServer;
  readonly #device: Device;
  readonly #counts: TrueCounts;
  /** By member: the outbox at the last look. */
  readonly #shown = new Map<string, Map<string, OutboxRow>>();
  readonly #owners = new Map<string, string>();
  /** What the member took back: it must not be on the server in the end. */
  readonly #withdrawn = new Map<string, string>();
  /** What stood on screen right after the member's last act on an entity. */
  readonly #lastSeen = new Map<string, { kind: string; value: unknown }>();
  readonly #intents = new Map<string, number>();
  /** What its author has deleted, or was about to when the process died. */
  readonly #deleting = new Set<string>();
  /** The same, and was told so. */
  readonly #deleted = new Set<string>();
  /** Gone by somebody else's hand. */
  readonly #removed = new Set<string>();
  /** Hidden by its author for a discard: the entity, by action. */
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
      if (times > 1) throw new Error(`I1: ${table} ${id} was made ${times} times.`);
    };
  }

  removedByStaff(id: string): void {
    this.#removed.add(id);
  }

  /** `isCertain` false: it is not known whether hiding or showing it succeeded, perhaps because the process was killed. */
  noteHidden(id: string, entity: string, isCertain: boolean): void {
    this.#hidden.set(id, { entity, isCertain });
  }

  noteShown(id: string): void {
    this.#hidden.delete(id);
  }

  noteDeletion(id: string): void {
    this.#deleting.add(id);
  }

  /** `taken` false: there was nothing to delete, perhaps because it is deleted already. */
  noteDeleted(id: string, taken: boolean): void {
    if (taken) this.#deleted.add(id);
    else if (!this.#deleted.has(id)) this.#deleting.delete(id);
  }

  /** The deletion itself is about to be taken back, and then `taken` that it was. */
  noteKept(id: string, taken = false): void {
    this.#deleted.delete(id);
    if (taken) this.#deleting.delete(id);
  }

  /** Its author wants it no more, or a post on which it hangs. */
  #isUnwanted(id: string): boolean {
    return this.#deleting.has(id) || (this.parents.get(id) ?? []).some((parent) => this.#isUnwanted(parent));
  }

  async #displayed(kind: string, id: string): Promise<unknown> {
    const [table, column] = PLACES[kind]!;
    const row = await this.#device.db.getOptional<Row>(`SELECT ${column} AS value FROM ${table} WHERE id = ?`, [id]);
    return row?.['value'] ?? null;
  }

  #onServer(kind: string, id: string): unknown {
    const [table, column] = PLACES[kind]!;
    return this.#server.table(table).get(id)?.[column] ?? null;
  }

  /** Before a command: if the process dies in it, nobody knows what stood on screen. */
  noteIntent(id: string): void {
    this.#lastSeen.delete(id);
    this.#intents.set(id, (this.#intents.get(id) ?? 0) + 1);
  }

  /** After a command that was taken: what the member sees is what they want. */
  async noteAct(kind: string, id: string): Promise<void> {
    const going = (this.#intents.get(id) ?? 1) - 1;
    this.#intents.set(id, going);
    const value = await this.#displayed(kind, id);
    // Another act on it may have been done and not yet said so.
    if (going === 0) this.#lastSeen.set(id, { kind, value });
  }

  /** Acts that a process took into its death. */
  forgetIntents(): void {
    this.#intents.clear();
  }

  /** Compares the outbox with the last look. Nothing may have gone without a reason. */
  async observe(excuses: Excuses): Promise<void> {
    const { member } = this.#device;
    const rows = await this.#device.outbox();
    const now = new Map(rows.map((row) => [row.id, row]));
    const before = this.#shown.get(member) ?? new Map<string, OutboxRow>();
    for (const row of rows) {
      const owner = this.#owners.get(row.id) ?? member;
      if (owner !== member) throw new Error(`I4: ${member} sees ${row.kind} ${row.id} of ${owner}.`);
      this.#owners.set(row.id, member);
      if (row.state === 'refused') {
        this.#lastSeen.delete(row.entity_id);
        if (row.ops === '[]' || !row.last_error)
          throw new Error(`I1: ${row.kind} ${row.id} was refused without its words.`);
      }
      const was = before.get(row.id);
      if (was && was.kind !== row.kind) {
        if (
          !this.#isBeingDiscarded(was, before) &&
          !excuses.discarded.has(row.id) &&
          !excuses.entities.has(row.entity_id) &&
          !this.#isUnwanted(row.entity_id)
        )
          throw new Error(`I1: ${was.kind} ${row.id} became ${row.kind} by itself.`);
        if (MAKES.includes(was.kind)) this.#withdrawn.set(row.entity_id, was.kind);
        this.#lastSeen.delete(row.entity_id);
      }
      await this.#isReadable(row, rows);
    }
    for (const was of before.values()) if (!now.has(was.id)) this.#explain(was, before, rows, excuses);
    this.#shown.set(member, now);
    await this.#holdsOnlyOwn(member);
    await this.#counts.observe();
  }

  /** I3: what was written stays readable until the server has judged it. */
  async #isReadable({ id, kind, state, entity_id }: OutboxRow, rows: readonly OutboxRow[]): Promise<void> {
    if (!MAKES.includes(kind) || (state !== 'queued' && state !== 'sending')) return;
    if (rows.some((row) => row.id !== id && row.entity_id === entity_id && row.kind.startsWith('delete'))) return;
    if ((await this.#displayed(kind, entity_id)) === null)
      throw new Error(`I3: ${kind} ${id} is ${state} and cannot be read.`);
  }

  /** Hidden for a discard that takes effect later, or dependent on such an action. */
  #isBeingDiscarded(row: OutboxRow, rows: ReadonlyMap<string, OutboxRow>, seen = new Set<string>()): boolean {
    if (seen.has(row.id)) return false;
    seen.add(row.id);
    const hidden = new Set([...this.#hidden.values()].map(({ entity }) => entity));
    const ops = JSON.parse(row.ops) as CrudOp[];
    const named = new Set([row.entity_id, ...ops.flatMap(({ data }) => Object.values(data ?? {}))]);
    if (this.#hidden.has(row.id) || [...named].some((value) => hidden.has(String(value)))) return true;
    return [...rows.values()].some((other) => named.has(other.entity_id) && this.#isBeingDiscarded(other, rows, seen));
  }

  #explain(was: OutboxRow, before: ReadonlyMap<string, OutboxRow>, rows: readonly OutboxRow[], excuses: Excuses): void {
    const { member } = this.#device;
    const { id, kind, state, entity_id } = was;
    const outcome = this.#server.appliedOf(member).get(id);
    if (outcome === 'applied') {
      // It was sent with its deletion behind it.
      if (this.#hidden.get(id)?.isCertain) this.#noteGone(was);
      else if (this.#isBeingDiscarded(was, before)) this.#lastSeen.delete(entity_id);
      return;
    }
    if (excuses.corrected.has(entity_id)) return;
    const successor = rows.some((row) => row.kind === kind && row.entity_id === entity_id && row.id !== id);
    // Though discarded in the same breath: that found nothing under the old name, and said so. Of edits there may be several.
    if (excuses.retried && successor && MAKES.includes(kind)) return;
    if (this.#isBeingDiscarded(was, before)) return this.#noteGone(was);
    if (excuses.discarded.has(id) || excuses.entities.has(entity_id)) {
      // A mark put in place of another is noted by the act itself.
      return this.#noteGone(was, excuses.entities.has(entity_id) && !MAKES.includes(kind));
    }
    if (excuses.retried && successor) return;
    if (this.#isUnwanted(entity_id)) return this.#noteGone(was);
    // Made new and taken back at once, under the new name.
    if (excuses.retried && excuses.discarded.size > 0) return void this.#lastSeen.delete(entity_id);
    // A refusal of these is not shown; that what was taken back is away is seen in the end.
    if (HIDDEN_KINDS.includes(kind)) return;
    const isRejected = this.#server.table('write_rejections').has(id);
    // Settled on another device, or before its row here was made new.
    if (state === 'refused' && was.attempts === 0 && !isRejected) return;
    throw new Error(`I1: ${state} ${kind} ${id} is gone, and the server has not taken it.`);
  }

  #noteGone({ kind, entity_id }: OutboxRow, isNoted = false): void {
    if (MAKES.includes(kind)) this.#withdrawn.set(entity_id, kind);
    if (!isNoted) this.#lastSeen.delete(entity_id);
  }

  /** I4, in the replica itself. */
  async #holdsOnlyOwn(member: string): Promise<void> {
    const foreign = await this.#device.db.getOptional<Row>(
      `SELECT id FROM private_messages WHERE ?1 NOT IN (sender_id, recipient_id)
       UNION ALL SELECT id FROM post_votes WHERE user_id <> ?1 UNION ALL SELECT id FROM write_rejections WHERE user_id <> ?1`,
      [member],
    );
    if (foreign) throw new Error(`I4: ${member}'s replica holds ${String(foreign['id'])} of somebody else.`);
  }

  /** When all is sent: the outbox shows exactly the refusals, and each thing is as its author left it. */
  async settleUp(revived: ReadonlySet<string>): Promise<void> {
    const { member } = this.#device;
    const rows = await this.#device.outbox();
    for (const { id, kind, state, entity_id } of rows) {
      if (state !== 'refused') throw new Error(`I6: ${kind} ${id} is still ${state}.`);
      if (this.#withdrawn.has(entity_id) && MAKES.includes(kind))
        throw new Error(`I1: ${kind} ${id} was taken back and is shown as refused.`);
      if (
        this.#deleted.has(entity_id) &&
        (MAKES.includes(kind) || (kind.startsWith('delete') && !this.#inserted.has(entity_id)))
      )
        throw new Error(`I1: ${kind} ${id} was never made and is deleted, and is shown as refused.`);
      if (this.#server.appliedOf(member).get(id) === 'applied' && !revived.has(entity_id))
        throw new Error(`I1: ${kind} ${id} is shown as refused, and the server has taken it.`);
    }
  }

  /** Once, after the last member is settled: each thing is as its author left it, and what was taken back is nowhere. */
  compareWithServer(revived: ReadonlySet<string>): void {
    // Not before: what one member took back may have been on its way, and goes only with the rest of that member's queue.
    for (const [id, kind] of this.#withdrawn)
      if (this.#onServer(kind, id) !== null && !revived.has(id))
        throw new Error(`I1: ${kind} ${id} was taken back and is on the server.`);
    for (const [id, { kind, value }] of this.#lastSeen) {
      const found = this.#onServer(kind, id);
      if (found === value || (found === null && this.#isGoneByOthers(kind, id))) continue;
      throw new Error(`I1: ${kind} ${id} is ${String(found)} on the server; its author left it as ${String(value)}.`);
    }
  }

  #isGoneByOthers(kind: string, id: string): boolean {
    if (this.#removed.has(id)) return true;
    const parents = this.parents.get(id);
    return kind !== 'message' && parents !== undefined && parents.some((parent) => !this.#exists(parent));
  }

  readonly parents = new Map<string, string[]>();

  #exists = (id: string): boolean => this.#server.table('posts').has(id) || this.#server.table('comments').has(id);
}
