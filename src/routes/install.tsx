import { createFileRoute } from '@tanstack/react-router';
import { InstallPage } from '#features/pages/install-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { titles } from '#app/titles.ts';
import { useInstall } from '#app/use-install.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/install')({
  staticData: { title: titles.install },
  component: Install,
});

function Install() {
  return (
    <>
      <PageBar title={titles.install} start={<BackLink />} />
      <InstallPage {...useInstall()} />
    </>
  );
}
