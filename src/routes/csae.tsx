import { createFileRoute } from '@tanstack/react-router';
import { CsaePage } from '#features/csae/csae-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { abuseEmail } from '#app/links.ts';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/csae')({
  staticData: { title: titles.csae },
  component: Csae,
});

function Csae() {
  return (
    <>
      <PageBar title={titles.csae} start={<BackLink />} />
      <CsaePage abuseEmail={abuseEmail()} />
    </>
  );
}
