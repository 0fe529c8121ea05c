import { createFileRoute } from '@tanstack/react-router';
import { EditProfilePage } from '#features/me/edit-profile-page.tsx';
import { OwnProfilePage } from '#features/profile/profile-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { useMissing, useOffline } from '#app/use-offline.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/profile')({
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: boolean | undefined } => ({
    edit: edit === true || edit === 'true' ? true : undefined,
  }),
  staticData: { title: titles.profile },
  component: OwnProfile,
});

function OwnProfile() {
  const { edit } = Route.useSearch();
  const navigate = Route.useNavigate();
  const offline = useOffline();
  const missing = useMissing();
  return (
    <>
      <PageBar
        title={edit ? titles.editProfile : titles.profile}
        titleAs={edit ? 'h1' : 'p'}
        start={<BackLink />}
        note={<PageStatus />}
      />
      {edit ? (
        <EditProfilePage
          offline={offline}
          missing={missing}
          onDone={() => void navigate({ search: {}, replace: true })}
        />
      ) : (
        <OwnProfilePage />
      )}
    </>
  );
}
