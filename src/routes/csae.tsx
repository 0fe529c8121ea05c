import { createFileRoute } from '@tanstack/react-router';
import { CsaePage } from '#features/csae/csae-page.tsx';
import { BackHome } from '#app/back-home.tsx';
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
      <PageBar title={titles.csae} start={<BackHome />} />
      <CsaePage abuseEmail={abuseEmail()} />
    </>
  );
}
