import { createFileRoute } from '@tanstack/react-router';
import { MembersPage } from '#features/members/members-page.tsx';
import { BackHome } from '#app/back-home.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/users')({
  staticData: { title: titles.members },
  component: Members,
});

function Members() {
  return (
    <>
      <PageBar title={titles.members} start={<BackHome />} note={<PageStatus />} />
      <MembersPage />
    </>
  );
}
