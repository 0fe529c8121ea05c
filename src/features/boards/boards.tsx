import { useBoards } from './queries.ts';
import { TopUsers } from './top-users.tsx';
import { TrendingHashtags } from './trending-hashtags.tsx';

export function Boards({ offline }: { offline: boolean }) {
  const { topUsers, hashtags, complete } = useBoards();
  return (
    <>
      <TopUsers topUsers={topUsers} complete={complete} offline={offline} />
      <TrendingHashtags hashtags={hashtags} complete={complete} offline={offline} />
    </>
  );
}
