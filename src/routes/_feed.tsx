import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { Feed } from '#features/feed/feed.tsx';
import type { FeedSearch } from '#app/feed-search.ts';
import { KeptFeed } from '#app/kept-feed.tsx';
import { TopBar } from '#app/top-bar.tsx';
import { useAccount, useSession } from '#app/use-account.ts';
import { useMissing } from '#app/use-offline.ts';

/** Pathless: the feed, which stays as it is below a post, so that neither opening nor Back builds it anew. */
export const Route = createFileRoute('/_feed')({ component: FeedAndPost });

function FeedAndPost() {
  const search = useMatch({ from: '/_feed/', shouldThrow: false, select: (match): FeedSearch => match.search });
  const [last, setLast] = useState(search);
  if (search && search.tab !== last?.tab) setLast(search);
  const shown = search ?? last;
  const account = useAccount();
  return (
    <>
      {shown && (
        // A hidden feed does not follow the session: another account's is removed at once.
        <KeptFeed key={account} isBelow={!search}>
          <Home {...shown} />
        </KeptFeed>
      )}
      <Outlet />
    </>
  );
}

/** Not rendered again when a post is opened or closed. */
const Home = memo(function Home({ tab }: FeedSearch) {
  const isMember = useSession().kind === 'member';
  return (
    <>
      <TopBar />
      {/* The friends tab is for members; logging out there returns to the main feed. */}
      <Feed
        tab={tab === 'friends' && !isMember ? 'main' : (tab ?? 'main')}
        isMember={isMember}
        missing={useMissing()}
      />
    </>
  );
});
