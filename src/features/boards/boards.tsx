import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { useBoards } from './queries.ts';
import { TopUsers } from './top-users.tsx';
import { TrendingHashtags } from './trending-hashtags.tsx';

/** The boards beside the feed. */
export function Boards({ offline }: { offline: boolean }) {
  const loading = { complete: false, offline };
  const fallback = (
    <>
      <TopUsers topUsers={[]} {...loading} />
      <TrendingHashtags hashtags={[]} {...loading} />
    </>
  );
  return (
    <ReplicaGate fallback={fallback}>
      <StoredBoards offline={offline} />
    </ReplicaGate>
  );
}

function StoredBoards({ offline }: { offline: boolean }) {
  const { topUsers, hashtags, complete } = useBoards();
  return (
    <>
      <TopUsers topUsers={topUsers} complete={complete} offline={offline} />
      <TrendingHashtags hashtags={hashtags} complete={complete} offline={offline} />
    </>
  );
}
