import { escape } from '../mailbox-page.ts';
import { forgetWrongCodes } from './limits.ts';
import { issue } from './one-time.ts';
import type { Issued, Purpose } from './one-time.ts';
import type { AuthService, Db } from './service.ts';
import { updateUser, userByEmail } from './users.ts';
import type { UserRow } from './users.ts';

export type MailType = 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change' | 'email_change_current';

const WORDS: Record<MailType, { purpose: Purpose; subject: string; line: string; sent: string }> = {
  signup: {
    purpose: 'confirmation',
    subject: 'Confirm your e-mail address',
    line: 'Follow this link to confirm your account:',
    sent: 'confirmation_sent_at',
  },
  invite: {
    purpose: 'confirmation',
    subject: 'You have been invited',
    line: 'Follow this link to accept the invitation:',
    sent: 'invited_at',
  },
  recovery: {
    purpose: 'recovery',
    subject: 'Reset your password',
    line: 'Follow this link to choose a new password:',
    sent: 'recovery_sent_at',
  },
  magiclink: {
    purpose: 'recovery',
    subject: 'Your log-in link',
    line: 'Follow this link to log in:',
    sent: 'recovery_sent_at',
  },
  email_change: {
    purpose: 'email_change',
    subject: 'Confirm your new e-mail address',
    line: 'Follow this link to confirm the change:',
    sent: 'email_change_sent_at',
  },
  email_change_current: {
    purpose: 'email_change_current',
    subject: 'Confirm your new e-mail address',
    line: 'Somebody with a log-in to your account asked to change its address. Follow this link to confirm the change:',
    sent: 'email_change_sent_at',
  },
};

/** An address within the app; others are ignored, so that our mails never link to a foreign site. */
export function safeRedirect(service: AuthService, wanted: unknown): URL {
  const site = new URL(service.ctx.appUrl);
  if (typeof wanted !== 'string' || wanted === '') return site;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  const sameHost =
    url &&
    (url.origin === site.origin ||
      (isLocal(url) && isLocal(site) && url.port === site.port && url.protocol === site.protocol));
  return sameHost && !url.username && !url.password ? url : site;
}

const isLocal = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

export function linkOf(service: AuthService, type: MailType, tokenHash: string, redirectTo: unknown): string {
  const target = safeRedirect(service, redirectTo);
  const link = new URL('/auth/confirm', target.origin);
  link.searchParams.set('token_hash', tokenHash);
  link.searchParams.set('type', type === 'email_change_current' ? 'email_change' : type);
  link.searchParams.set('next', `${target.pathname}${target.search}${target.hash}`);
  return link.href;
}

/** Creates a token and stores the time without sending a mail, for generate_link. */
export async function prepare(
  service: AuthService,
  db: Db,
  user: UserRow,
  type: MailType,
  address: string,
): Promise<Issued & { user: UserRow }> {
  const issued = await issue(service, db, user, WORDS[type].purpose, address);
  return { ...issued, user: await updateUser(db, user.id, { [WORDS[type].sent]: new Date() }) };
}

/** Sends one mail with a link and a code. Returns the user with the new sending time. */
export async function sendMail(
  service: AuthService,
  db: Db,
  user: UserRow,
  type: MailType,
  redirectTo: unknown,
  address = user.email ?? '',
): Promise<UserRow> {
  const prepared = await prepare(service, db, user, type, address);
  forgetWrongCodes(service.limits, address);
  const link = linkOf(service, type, prepared.tokenHash, redirectTo);
  const { subject, line } = WORDS[type];
  await service.mailbox.send({
    to: address,
    subject,
    text: `${line}\n\n${link}\n\nOr type this code: ${prepared.otp}\n\nIt works once, within one hour.`,
    html: `<p>${line}</p><p><a href="${escape(link)}">${subject}</a></p><p>Or type this code: ${prepared.otp}</p>`,
  });
  return prepared.user;
}

/** Sends the links of a change of address to both mailboxes. */
export async function sendChangeMails(
  service: AuthService,
  db: Db,
  user: UserRow,
  redirectTo: unknown,
): Promise<UserRow> {
  const next = user.email_change ?? '';
  // The address of another account gets no mail, and the response does not reveal that there is one. A sign-up that
  // nobody confirmed is no account: anybody could block an address with it.
  const isFree = !(await userByEmail(db, next))?.email_confirmed_at;
  if (isFree) await sendMail(service, db, user, 'email_change', redirectTo, next);
  return user.email ? await sendMail(service, db, user, 'email_change_current', redirectTo) : user;
}

/** Tells the former address of an account that another one is in use. */
export async function sendChangeNotice(service: AuthService, to: string, next: string): Promise<void> {
  const line = `Your account now uses the address ${next}. This address no longer logs in.`;
  const advice = 'If this was not you, write to us with the contact form.';
  const [text, html] = [`${line}\n\n${advice}`, `<p>${escape(line)}</p><p>${advice}</p>`];
  await service.mailbox.send({ to, subject: 'Your e-mail address was changed', text, html });
}
