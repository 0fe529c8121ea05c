import { createFileRoute } from '@tanstack/react-router';
import { CsaePage } from '#features/csae/csae-page.tsx';
import { abuseEmail } from '#app/links.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/csae')({
  staticData: { title: titles.csae },
  component: withBar(Csae),
});

function Csae() {
  return <CsaePage abuseEmail={abuseEmail()} />;
}
