import { rangeCopy } from '#copy/range.ts';
import { settingsCopy } from '#copy/settings.ts';
import { Section } from '#features/settings/section.tsx';
import { SettingsRow } from './settings-row.tsx';

export function SettingsDevice() {
  return (
    <Section title={settingsCopy.device}>
      <SettingsRow part="range" title={rangeCopy.title} hint={rangeCopy.hint} />
      <SettingsRow part="storage" title={settingsCopy.storage.title} hint={settingsCopy.storage.hint} />
    </Section>
  );
}
