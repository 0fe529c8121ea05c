import { createFileRoute } from '@tanstack/react-router';
import { SafetySection } from '#features/safety/safety-section.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { SettingsAccount } from '#app/settings-account.tsx';
import { SettingsDevice } from '#app/settings-device.tsx';
import { SettingsLinks } from '#app/settings-links.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/settings')({
  staticData: { title: titles.settings },
  component: withBar(SettingsScreen, { status: true }),
});

function SettingsScreen() {
  return (
    <SettingsPage>
      <SettingsDevice />
      <SettingsAccount />
      <SafetySection />
      <SettingsLinks />
    </SettingsPage>
  );
}
