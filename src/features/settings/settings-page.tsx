import { useState, type ReactNode } from 'react';
import { settingsCopy } from '#copy/settings.ts';
import { RadioGroup } from '#ui/radio-group.tsx';
import { canVibrate } from '#lib/haptics.ts';
import { Switch } from '#ui/switch.tsx';
import { choose } from './mutations.ts';
import { useDataSaver, useSettings, type Settings, type TextSize, type Theme } from './queries.ts';
import { Section } from './section.tsx';
import styles from './settings-page.module.css';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark', 'glare'];
const TEXT_SIZES: readonly TextSize[] = ['normal', 'large', 'larger', 'largest'];
const NOTES: Partial<Record<Theme, string>> = settingsCopy.themeNotes;

interface SettingsPageProps {
  /** Sections about the account, and links to the pages about Rangeday. */
  children: ReactNode;
}

/** Settings of this device, independent of the account. Each change applies at once. */
export function SettingsPage({ children }: SettingsPageProps) {
  const settings = useSettings();
  const dataSaver = useDataSaver();
  const [saved, setSaved] = useState(true);
  const change = (part: Partial<Settings>) => setSaved(choose(part));
  return (
    <div className={styles.page}>
      <Section title={settingsCopy.appearance}>
        <div className={styles.pair}>
          <RadioGroup
            legend={settingsCopy.theme}
            value={settings.theme}
            choices={THEMES.map((value) => ({ value, label: settingsCopy.themes[value], note: NOTES[value] }))}
            onChange={(theme) => change({ theme })}
          />
          <RadioGroup
            legend={settingsCopy.textSize}
            value={settings.textSize}
            choices={TEXT_SIZES.map((value) => ({ value, label: settingsCopy.textSizes[value] }))}
            onChange={(textSize) => change({ textSize })}
          />
        </div>
        <Switch
          label={settingsCopy.gloves}
          note={settingsCopy.glovesHint}
          checked={settings.gloves}
          onChange={(event) => change({ gloves: event.target.checked })}
        />
      </Section>
      <Section title={settingsCopy.reading}>
        <div>
          <Switch
            label={settingsCopy.dataSaver}
            note={settingsCopy.dataSaverHint}
            checked={dataSaver}
            onChange={(event) => change({ dataSaver: event.target.checked })}
          />
          <Switch
            label={settingsCopy.shortcuts}
            note={settingsCopy.shortcutsHint}
            checked={settings.shortcuts}
            onChange={(event) => change({ shortcuts: event.target.checked })}
          />
          <Switch
            label={settingsCopy.enterBreaks}
            note={settingsCopy.enterBreaksHint}
            checked={settings.enterBreaks}
            onChange={(event) => change({ enterBreaks: event.target.checked })}
          />
          {canVibrate() && (
            <Switch
              label={settingsCopy.haptics}
              note={settingsCopy.hapticsHint}
              checked={settings.haptics}
              onChange={(event) => change({ haptics: event.target.checked })}
            />
          )}
        </div>
        <output className={styles.note}>{saved ? settingsCopy.saved : settingsCopy.notSaved}</output>
      </Section>
      {children}
    </div>
  );
}
