import { createFileRoute } from '@tanstack/react-router';
import { SupportPage } from '#features/pages/support-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { abuseEmail, donateUrl, socialLinks } from '#app/links.ts';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/support')({
  staticData: { title: titles.support },
  component: Support,
});

function Support() {
  return (
    <>
      <PageBar title={titles.support} start={<BackLink />} />
      <SupportPage donateUrl={donateUrl()} social={socialLinks()} email={abuseEmail()} />
    </>
  );
}
