import { createFileRoute } from '@tanstack/react-router';
import { MembersPage } from '#features/members/members-page.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/users')({
  staticData: { title: titles.members },
  component: withBar(MembersPage, { status: true, waiting: true }),
});
