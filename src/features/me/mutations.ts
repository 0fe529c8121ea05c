import { v7 } from 'uuid';
import { Id } from '#contract/ids.ts';
import { EditProfile } from '#contract/profile.ts';
import { FileReport } from '#contract/reports.ts';
import {
  aboutMember,
  aboutPost,
  act,
  asMember,
  deleteRow,
  fail,
  inOrder,
  parseInput,
  type WriteResult,
} from '#data/outbox/mutation.ts';
import { withdraw } from '#data/outbox/cancel-unsent.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

/** Changes one's own profile. Only what differs is sent; a name that is taken by then comes back by the outbox. */
export const updateProfile = (input: EditProfile): Promise<WriteResult> =>
  inOrder('profile', async () => {
    const parsed = parseInput(EditProfile, input);
    if (!parsed.ok) return parsed;
    const member = await asMember();
    if (!member.ok) return member;
    const { userId } = member;
    const { privacy_settings, ...fields } = parsed.data;
    const wanted: Record<string, string | null> = { ...fields, privacy_settings: JSON.stringify(privacy_settings) };
    const deed = {
      kind: 'profile',
      entity_id: userId,
      text: parsed.data.username,
      about: `@${parsed.data.username}`,
      replaces: true,
    } as const;
    return act(member, deed, async (tx, metadata) => {
      const now = await tx.getOptional<Record<string, string | null>>('SELECT * FROM my_profile WHERE id = ?', [
        userId,
      ]);
      const changed = Object.keys(wanted).filter((name) => (now?.[name] ?? null) !== wanted[name]);
      if (changed.length === 0) return;
      const sets = changed.map((name) => `${name} = ?`).join(', ');
      const values = changed.map((name) => wanted[name] ?? null);
      await tx.execute(`UPDATE my_profile SET ${sets}, _metadata = ? WHERE id = ?`, [...values, metadata, userId]);
    });
  });

const LISTS = {
  blocks: { column: 'blocked_id', on: 'block', off: 'unblock' },
  mutes: { column: 'muted_id', on: 'mute', off: 'unmute' },
} as const;

/** Puts a member on one's own list or takes them off; doing it twice changes nothing. */
const setListed = (list: keyof typeof LISTS, otherId: string, listed: boolean): Promise<WriteResult> =>
  inOrder(`${list} ${otherId}`, async () => {
    const parsed = parseInput(Id, otherId);
    if (!parsed.ok) return parsed;
    const member = await asMember();
    if (!member.ok) return member;
    const { replica, userId } = member;
    const other = parsed.data;
    if (other === userId) return fail('not_yourself');
    const { column, on, off } = LISTS[list];
    if (listed && list === 'blocks') {
      const found = await replica.db.getOptional<{ is_official: number | null }>(
        'SELECT is_official FROM profiles_public WHERE id = ?',
        [other],
      );
      if (found?.is_official === 1) return fail('official_account');
    }
    const row = await replica.db.getOptional<{ id: string }>(
      `SELECT id FROM ${list} WHERE user_id = ? AND ${column} = ?`,
      [userId, other],
    );
    if (Boolean(row) === listed) return { ok: true, id: row?.id ?? other };
    const unsent = row && (await withdraw(member, on, row.id));
    if (unsent) return unsent;
    const id = row?.id ?? v7();
    const deed = {
      kind: listed ? on : off,
      entity_id: id,
      subject_id: other,
      about: await aboutMember(member, other),
    } as const;
    return act(member, deed, async (tx, metadata, now) => {
      if (!listed) return deleteRow(tx, list, id, metadata);
      await tx.execute(`INSERT INTO ${list} (id, user_id, ${column}, created_at, _metadata) VALUES (?, ?, ?, ?, ?)`, [
        id,
        userId,
        other,
        now,
        metadata,
      ]);
    });
  });

export const blockMember = (otherId: string): Promise<WriteResult> => setListed('blocks', otherId, true);
export const unblockMember = (otherId: string): Promise<WriteResult> => setListed('blocks', otherId, false);
export const muteMember = (otherId: string): Promise<WriteResult> => setListed('mutes', otherId, true);
export const unmuteMember = (otherId: string): Promise<WriteResult> => setListed('mutes', otherId, false);

/** Reports a post or a member to the staff. Once sent it is not kept on this device. */
export async function fileReport(input: FileReport): Promise<WriteResult> {
  const parsed = parseInput(FileReport, input);
  if (!parsed.ok) return parsed;
  const member = await asMember();
  if (!member.ok) return member;
  const { userId } = member;
  const report = parsed.data;
  const isPost = report.target_type === 'post';
  const target = isPost ? report.post_id : report.target_user_id;
  if (target === userId) return fail('not_yourself');
  const id = v7();
  const deed = {
    kind: 'report',
    entity_id: id,
    subject_id: target,
    text: report.details || report.reason,
    about: isPost ? await aboutPost(member, target) : await aboutMember(member, target),
  } as const;
  return act(member, deed, async (tx, metadata, now) => {
    await tx.execute(
      `INSERT INTO reports (id, reporter_id, target_type, target_user_id, post_id, reason, details, created_at, _metadata)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        userId,
        report.target_type,
        isPost ? null : target,
        isPost ? target : null,
        report.reason,
        report.details || null,
        now,
        metadata,
      ],
    );
  });
}
