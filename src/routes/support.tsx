import { createFileRoute } from '@tanstack/react-router';
import { SupportPage } from '#features/pages/support-page.tsx';
import { abuseEmail, donateUrl, socialLinks } from '#app/links.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/support')({
  staticData: { title: titles.support },
  component: withBar(Support),
});

function Support() {
  return <SupportPage donateUrl={donateUrl()} social={socialLinks()} email={abuseEmail()} />;
}
