import { createFileRoute } from '@tanstack/react-router';
import { ProfileSetupPage } from '#features/me/profile-setup-page.tsx';
import { BackHome } from '#app/back-home.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/editprofile')({
  staticData: { title: titles.editProfile },
  component: ProfileSetup,
});

function ProfileSetup() {
  return (
    <>
      <PageBar title={titles.editProfile} titleAs="p" start={<BackHome />} note={<PageStatus />} />
      <ProfileSetupPage />
    </>
  );
}
