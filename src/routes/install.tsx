import { createFileRoute } from '@tanstack/react-router';
import { InstallPage } from '#features/pages/install-page.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';
import { useInstall } from '#app/use-install.ts';

export const Route = createFileRoute('/install')({
  staticData: { title: titles.install },
  component: withBar(Install),
});

function Install() {
  return <InstallPage {...useInstall()} />;
}
