import { createFileRoute } from '@tanstack/react-router';
import { ProfileSetupPage } from '#features/me/profile-setup-page.tsx';
import { safePath } from '#app/safe-path.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';
import { useMissing, useOffline } from '#app/use-offline.ts';

const COMPOSER = '/create-post';

export const Route = createFileRoute('/_member/editprofile')({
  // Every key is set explicitly: an omitted one would keep the value from the address.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: safePath(next) ?? undefined,
  }),
  staticData: { title: titles.editProfile },
  component: withBar(ProfileSetup, { titleAs: 'p', status: true }),
});

function ProfileSetup() {
  const { next } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ProfileSetupPage
      offline={useOffline()}
      missing={useMissing()}
      hasDraft={next === COMPOSER}
      onDone={() => void navigate({ href: next ?? '/profile', replace: true })}
    />
  );
}
