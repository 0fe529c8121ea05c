import { shellCopy } from '#copy/shell.ts';
import { useBoards } from './queries.ts';

/** How many members Rangeday has; nothing until this device knows. */
export function MemberCount() {
  const { memberCount } = useBoards();
  return memberCount === null ? null : <span>{shellCopy.members(memberCount)}</span>;
}
