import { shellCopy } from '#copy/shell.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { useMemberCount } from './queries.ts';

/** Number of members of Rangeday; nothing while unknown. */
export function MemberCount() {
  return (
    <ReplicaGate>
      <StoredCount />
    </ReplicaGate>
  );
}

function StoredCount() {
  const count = useMemberCount();
  return count === null ? null : <span data-later>{shellCopy.members(count)}</span>;
}
