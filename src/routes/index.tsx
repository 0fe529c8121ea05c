import { createFileRoute } from '@tanstack/react-router';
import { MainFeed } from '#features/posts/main-feed.tsx';
import { TopBar } from '#app/top-bar.tsx';
import { useOffline } from '#app/use-offline.ts';

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  return (
    <>
      <TopBar />
      <MainFeed offline={useOffline()} />
    </>
  );
}
