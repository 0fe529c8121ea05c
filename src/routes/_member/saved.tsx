import { createFileRoute } from '@tanstack/react-router';
import { SavedPage } from '#features/saved/saved-page.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/_member/saved')({
  staticData: { title: titles.saved },
  component: withBar(SavedPage, { status: true, waiting: true }),
});
