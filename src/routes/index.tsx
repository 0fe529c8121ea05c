import { createFileRoute } from '@tanstack/react-router';
import { Feed } from '#features/feed/feed.tsx';
import { feedSearch } from '#app/feed-search.ts';
import { TopBar } from '#app/top-bar.tsx';
import { useOffline } from '#app/use-offline.ts';
import { useSession } from '#app/use-session.ts';

export const Route = createFileRoute('/')({
  validateSearch: feedSearch,
  component: Home,
});

function Home() {
  const { tab = 'main' } = Route.useSearch();
  const isMember = useSession().kind === 'member';
  return (
    <>
      <TopBar />
      {/* Friends' posts are for members; whoever logs out there is back at the main feed. */}
      <Feed tab={tab === 'friends' && !isMember ? 'main' : tab} isMember={isMember} offline={useOffline()} />
    </>
  );
}
