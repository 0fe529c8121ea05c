import { createFileRoute } from '@tanstack/react-router';
import { SafetySection } from '#features/safety/safety-section.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { SettingsAccount } from '#app/settings-account.tsx';
import { SettingsDevice } from '#app/settings-device.tsx';
import { SettingsLinks } from '#app/settings-links.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/settings')({
  staticData: { title: titles.settings },
  component: SettingsScreen,
});

function SettingsScreen() {
  return (
    <>
      <PageBar title={titles.settings} start={<BackLink />} note={<PageStatus />} />
      <SettingsPage>
        <SettingsDevice />
        <SettingsAccount />
        <SafetySection />
        <SettingsLinks />
      </SettingsPage>
    </>
  );
}
