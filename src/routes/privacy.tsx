import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '#features/pages/privacy-page.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/privacy')({
  staticData: { title: titles.privacy },
  component: withBar(PrivacyPage),
});
