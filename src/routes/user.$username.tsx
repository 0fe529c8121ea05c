import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '#features/profile/profile-page.tsx';
import { validateCodeSearch } from '#app/code-search.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/user/$username')({
  validateSearch: validateCodeSearch,
  staticData: { title: titles.profile },
  component: withBar(MemberProfile, { titleAs: 'p', status: true }),
});

function MemberProfile() {
  const { username } = Route.useParams();
  const { add } = Route.useSearch();
  return <ProfilePage username={username} id={add} />;
}
