import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '#features/pages/privacy-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/privacy')({
  staticData: { title: titles.privacy },
  component: Privacy,
});

function Privacy() {
  return (
    <>
      <PageBar title={titles.privacy} start={<BackLink />} />
      <PrivacyPage />
    </>
  );
}
