import { createFileRoute } from '@tanstack/react-router';
import { AboutPage } from '#features/pages/about-page.tsx';
import { Donation } from '#features/merch/donation.tsx';
import { donateUrl } from '#app/links.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/about')({
  staticData: { title: titles.about },
  component: withBar(About),
});

function About() {
  return (
    <AboutPage>
      <Donation donateUrl={donateUrl()} />
    </AboutPage>
  );
}
