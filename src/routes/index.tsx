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
      {/* The friends tab is for members; logging out there returns to the main feed. */}
      <Feed tab={tab === 'friends' && !isMember ? 'main' : tab} isMember={isMember} offline={useOffline()} />
    </>
  );
}
