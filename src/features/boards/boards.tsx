import { useBoards } from './queries.ts';
import { TopUsers } from './top-users.tsx';
import { TrendingHashtags } from './trending-hashtags.tsx';

export function Boards() {
  const { topUsers, hashtags, ...state } = useBoards();
  return (
    <>
      <TopUsers topUsers={topUsers} {...state} />
      <TrendingHashtags hashtags={hashtags} {...state} />
    </>
  );
}
