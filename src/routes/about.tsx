import { createFileRoute } from '@tanstack/react-router';
import { AboutPage } from '#features/pages/about-page.tsx';
import { Donation } from '#features/merch/donation.tsx';
import { BackLink } from '#app/back-link.tsx';
import { donateUrl } from '#app/links.ts';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/about')({
  staticData: { title: titles.about },
  component: About,
});

function About() {
  return (
    <>
      <PageBar title={titles.about} start={<BackLink />} />
      <AboutPage>
        <Donation donateUrl={donateUrl()} />
      </AboutPage>
    </>
  );
}
