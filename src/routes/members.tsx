import { createFileRoute } from '@tanstack/react-router';
import { MembersPage } from '#features/members/members-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { PageWaiting } from '#app/page-waiting.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/members')({
  staticData: { title: titles.members },
  component: Members,
});

function Members() {
  return (
    <>
      <PageBar title={titles.members} start={<BackLink />} note={<PageStatus />} end={<PageWaiting />} />
      <MembersPage />
    </>
  );
}
