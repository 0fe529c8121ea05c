import { useNavigate } from '@tanstack/react-router';
import { DeleteAccount } from '#features/account/delete-account.tsx';
import { ExportData } from '#features/account/export-data.tsx';
import { Section } from '#features/settings/section.tsx';
import { accountCopy } from '#copy/account.ts';
import { settingsCopy } from '#copy/settings.ts';
import { shellCopy } from '#copy/shell.ts';
import { sidebarCopy } from '#copy/sidebar.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { LogOutButton } from './log-out-button.tsx';
import { SettingsRow } from './settings-row.tsx';
import styles from './settings-account.module.css';
import { useAccountName, useSession } from './use-account.ts';

export function SettingsAccount() {
  const navigate = useNavigate();
  const session = useSession();
  const name = useAccountName();
  if (session.kind === 'guest') {
    return (
      <Section title={settingsCopy.account}>
        <p>{sidebarCopy.guestText}</p>
        <div className={styles.buttons}>
          <LinkButton to="/signup" size="s">
            {shellCopy.signUp}
          </LinkButton>
          <LinkButton to="/login" kind="outline" size="s">
            {shellCopy.logIn}
          </LinkButton>
        </div>
      </Section>
    );
  }
  return (
    <Section title={settingsCopy.account}>
      <p>
        {shellCopy.signedInAs(name)}
        <br />
        <span className={styles.email}>{session.email}</span>
      </p>
      <div className={styles.out}>
        <LogOutButton inMenu />
      </div>
      <div>
        <SettingsRow
          part="notifications"
          title={settingsCopy.notifications.title}
          hint={settingsCopy.notifications.hint}
        />
        <SettingsRow part="sessions" title={accountCopy.sessions.title} hint={accountCopy.sessions.hint} />
        <SettingsRow part="orders" title={settingsCopy.orders.title} hint={settingsCopy.orders.hint} />
      </div>
      <ExportData />
      <DeleteAccount onDeleted={() => void navigate({ to: '/' })} />
    </Section>
  );
}
