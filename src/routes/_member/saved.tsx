import { createFileRoute } from '@tanstack/react-router';
import { SavedPage } from '#features/saved/saved-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { PageWaiting } from '#app/page-waiting.tsx';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/_member/saved')({
  staticData: { title: titles.saved },
  component: SavedScreen,
});

function SavedScreen() {
  return (
    <>
      <PageBar title={titles.saved} start={<BackLink />} note={<PageStatus />} end={<PageWaiting />} />
      <SavedPage />
    </>
  );
}
