import { escape } from '../supabase/mailbox-page.ts';

export interface GoogleAccount {
  readonly email: string;
  readonly name: string;
  /** What Google says about the address. Google accounts with addresses of other providers may be unverified. */
  readonly isVerified: boolean;
}

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escape(value)}">`;

const known = ({ email, name, isVerified }: GoogleAccount): string => `<form method="post">
${hidden('email', email)}${hidden('name', name)}${isVerified ? hidden('verified', 'yes') : ''}
<p><button>${escape(email)}</button></p>
</form>`;

/** Accounts that were used before, and fields for another one. */
export function accountPage(accounts: readonly GoogleAccount[]): string {
  return `<p>Rangeday gets your name and email address. Nothing leaves this machine: this stands in for Google.</p>
${accounts.map(known).join('\n')}
<form method="post">
<p><label>Email<br><input type="email" name="email" required autocomplete="off" size="32"></label></p>
<p><label>Name<br><input name="name" autocomplete="off" size="32"></label></p>
<p><label><input type="checkbox" name="verified" value="yes" checked> Google has verified this address</label></p>
<p><button name="do" value="continue">Continue</button> <button name="do" value="cancel" formnovalidate>Cancel</button></p>
</form>`;
}
