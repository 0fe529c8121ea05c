import { v7 } from 'uuid';
import { FileReport } from '#contract/reports.ts';
import { defineMutation, fail } from '#data/outbox/mutation.ts';
import { aboutMember, aboutPost } from '#data/outbox/subjects.ts';
import { insertRow } from '#data/outbox/write.ts';

/** Reports a post or member. A sent report leaves this device, so only the server finds an earlier one. */
export const fileReport = defineMutation(FileReport, {}, async (member, report) => {
  const isPost = report.target_type === 'post';
  const target = isPost ? report.post_id : report.target_user_id;
  if (target === member.userId) return fail('not_yourself');
  const waiting = await member.db.getOptional(
    `SELECT 1 FROM outbox WHERE kind = 'report' AND subject_id = ? AND state <> 'refused' AND discard_at IS NULL`,
    [target],
  );
  if (waiting) return fail('reported_already');
  const id = v7();
  return {
    kind: 'report',
    entity_id: id,
    subject_id: target,
    text: report.details || report.reason,
    about: isPost ? await aboutPost(member, target) : await aboutMember(member, target),
    write: (tx, _metadata, created_at) =>
      insertRow(tx, 'reports', {
        ...{ id, reporter_id: member.userId, target_type: report.target_type },
        ...{ target_user_id: isPost ? null : target, post_id: isPost ? target : null },
        ...{ reason: report.reason, details: report.details || null, created_at, _metadata },
      }),
  };
});
