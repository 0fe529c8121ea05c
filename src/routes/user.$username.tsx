import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '#features/profile/profile-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/user/$username')({
  staticData: { title: titles.profile },
  component: MemberProfile,
});

function MemberProfile() {
  const { username } = Route.useParams();
  return (
    <>
      <PageBar title={titles.profile} titleAs="p" start={<BackLink />} note={<PageStatus />} />
      <ProfilePage username={username} />
    </>
  );
}
