import type {
  HandledCase,
  HeldEvidence,
  LogEntry,
  StaffCase,
  StaffMember,
  StaffOverview,
  StaffSort,
} from '#contract/staff.ts';
import { type AccountReply, ask, askDatabase, readList } from '#data/remote/account.ts';

export { loadEvidence, loadHeldFile, loadReportedFile, mayBeShown } from '#data/remote/evidence.ts';
export type { AccountReply } from '#data/remote/account.ts';

/* Calls of the staff's dashboard. They need an answer, and most of what they return must not stay on a device. */

const record = <T extends object>(body: unknown): T | null =>
  typeof body === 'object' && body !== null ? (body as T) : null;
const done = (): true => true;

export interface MembersQuery {
  search: string;
  sort: StaffSort;
  skip: number;
  only_warned: boolean;
}

export const listStaffMembers = (query: MembersQuery): Promise<AccountReply<StaffMember[]>> =>
  askDatabase('staff_members', query, readList<StaffMember>);

export const staffOverview = (): Promise<AccountReply<StaffOverview>> =>
  askDatabase('staff_overview', {}, record<StaffOverview>);

/** The server takes the caller from the token. */
export const promoteToAdmin = (id: string): Promise<AccountReply<true>> =>
  ask('promote-user-to-admin', done, { targetUserId: id });

export const moderateMember = (id: string, change: { ban?: boolean; mute?: boolean }): Promise<AccountReply<true>> =>
  askDatabase('moderate_member', { target_id: id, ...change }, done);

export const switchBanTools = (enabled: boolean): Promise<AccountReply<true>> =>
  askDatabase('switch_ban_tools', { enabled }, done);

/** Of each kind after the first `skip`. */
export const listCases = (skip: number): Promise<AccountReply<StaffCase[]>> =>
  askDatabase('staff_cases', { skip }, readList<StaffCase>);

export const handleCase = (
  { kind, id }: Pick<StaffCase, 'kind' | 'id'>,
  isDone: boolean,
  note: string,
): Promise<AccountReply<HandledCase>> =>
  askDatabase('handle_case', { case_kind: kind, case_id: id, done: isDone, note }, record<HandledCase>);

/** Without it the app shows no picture and no video of a reported post in the queue. */
export const notePictureView = (postId: string, url: string): Promise<AccountReply<true>> =>
  askDatabase('note_picture_view', { post_id: postId, url }, done);

/** Oldest first. The server notes each call. */
export const listHeldEvidence = (postId: string): Promise<AccountReply<HeldEvidence[]>> =>
  askDatabase('held_evidence', { post_id: postId }, readList<HeldEvidence>);

export interface LogQuery {
  before: string | null;
  search: string;
  /** Steps whose text on screen has the searched words. */
  actions: readonly string[];
}

export const listLog = (query: LogQuery): Promise<AccountReply<LogEntry[]>> =>
  askDatabase('staff_log', { ...query }, readList<LogEntry>);

export const undoStep = (id: string): Promise<AccountReply<true>> => askDatabase('undo_step', { entry_id: id }, done);
