import { createFileRoute } from '@tanstack/react-router';
import { ProfileSetupPage } from '#features/me/profile-setup-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { safePath } from '#app/safe-path.ts';
import { titles } from '#app/titles.ts';
import { useOffline } from '#app/use-offline.ts';
import { PageBar } from '#ui/page-bar.tsx';

const COMPOSER = '/create-post';

export const Route = createFileRoute('/_member/editprofile')({
  // Every key is set explicitly: an omitted one would keep the value from the address.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: safePath(next) ?? undefined,
  }),
  staticData: { title: titles.editProfile },
  component: ProfileSetup,
});

function ProfileSetup() {
  const { next } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <PageBar title={titles.editProfile} titleAs="p" start={<BackLink />} note={<PageStatus />} />
      <ProfileSetupPage
        offline={useOffline()}
        hasDraft={next === COMPOSER}
        onDone={() => void navigate({ href: next ?? '/profile', replace: true })}
      />
    </>
  );
}
