import { createFileRoute } from '@tanstack/react-router';
import { SettingsPart } from '#app/settings-part.tsx';
import { requireMember } from '#app/guards.ts';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/settings_/$part')({
  // The other pages are about an account.
  beforeLoad({ params, location }) {
    if (params.part !== 'storage' && params.part !== 'range') requireMember(location.href);
  },
  staticData: { title: titles.notFound, partTitles: titles.settingsParts },
  component: SettingsPartScreen,
});

function SettingsPartScreen() {
  const { part } = Route.useParams();
  return <SettingsPart part={part} />;
}
