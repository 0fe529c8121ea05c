import { v7 } from 'uuid';
import { CloseReports, ModeratePost, MOST_REPORTS, RemovePost, type PostSwitch } from '#contract/moderation.ts';
import { defineMutation, deleteRow, fail } from '#data/outbox/mutation.ts';
import { aboutPost } from '#data/outbox/subjects.ts';
import { insertRow, updateRow } from '#data/outbox/write.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

/** Texts of the action in the outbox (copy/outbox-screen.ts). */
const CODES: Record<PostSwitch, readonly [off: string, on: string]> = {
  flagged: ['unflag', 'flag'],
  comments_locked: ['unlock', 'lock'],
  sticky: ['unpin', 'pin'],
};

/** Flags, locks, pins or the reverse. Names the wanted state, so that two members of staff undo nothing. */
export const moderatePost = defineMutation(
  ModeratePost,
  { serialize: ({ id }) => id },
  async (member, { id, field, on }) => {
    if (!member.isStaff) return fail('staff_only');
    const post = await member.db.getOptional<{ value: number | null }>(
      `SELECT ${field} AS value FROM posts WHERE id = ?`,
      [id],
    );
    if (!post) return fail('not_found');
    if ((post.value === 1) === on) return { ok: true, id };
    return {
      kind: 'moderate_post',
      entity_id: id,
      text: CODES[field][Number(on)] ?? field,
      about: await aboutPost(member, id),
      write: (tx, _metadata) => updateRow(tx, 'posts', id, { [field]: Number(on), _metadata }),
    };
  },
);

/** Deletes another member's post; the author reads the reason. */
export const removePost = defineMutation(RemovePost, { serialize: ({ id }) => id }, async (member, { id, reason }) => {
  if (!member.isStaff) return fail('staff_only');
  if (!(await member.db.getOptional('SELECT 1 FROM posts WHERE id = ?', [id]))) return fail('not_found');
  return {
    kind: 'delete_post',
    entity_id: id,
    about: await aboutPost(member, id),
    write: async (tx, _metadata) => {
      const removal = { id: v7(), post_id: id, moderator_id: member.userId, reason: reason.trim() };
      await insertRow(tx, 'post_removals', { ...removal, _metadata });
      await deleteRow(tx, 'posts', id, _metadata);
    },
  };
});

/** Closes any number of reports with a note. Stops at the first part that cannot be queued, with its result. */
export async function closeAllReports(ids: readonly string[], note: string) {
  const account = accountOf(sessionStore.get());
  let result = await closeReports({ ids: ids.slice(0, MOST_REPORTS), note }, { account });
  for (let first = MOST_REPORTS; result.ok && first < ids.length; first += MOST_REPORTS)
    result = await closeReports({ ids: ids.slice(first, first + MOST_REPORTS), note }, { account });
  return result;
}

/** Closes reports with a note. One that somebody else has closed meanwhile stays theirs. */
const closeReports = defineMutation(CloseReports, {}, (member, { ids, note }) => {
  if (!member.isStaff) return fail('staff_only');
  return {
    kind: 'close_reports',
    entity_id: ids[0] ?? '',
    text: String(ids.length),
    write: async (tx, _metadata) => {
      for (const id of ids) await updateRow(tx, 'reports', id, { is_open: 0, note: note || null, _metadata });
    },
  };
});
