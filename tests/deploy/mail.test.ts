import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mailLinkTarget } from '#contract/mail-link.ts';

/** The search of the link in a mail of the self-hosted auth service. */
function linkOf(template: string): URLSearchParams {
  const html = readFileSync(`deploy/mail/${template}.html`, 'utf8');
  const [, path = ''] = /href="\{\{ \.SiteURL \}\}([^"]+)"/.exec(html) ?? [];
  const link = new URL(path.replaceAll('&amp;', '&').replace('{{ .TokenHash }}', 'abc'), 'https://app.example');
  expect([link.pathname, link.searchParams.get('token_hash')]).toEqual(['/auth/confirm', 'abc']);
  return link.searchParams;
}

describe('the link in a mail', () => {
  // Without a template of ours an installation sends that of Supabase, whose link spends the token when it is opened.
  it.each(['confirmation', 'recovery', 'magic_link', 'email_change', 'invite'])(
    '%s: hosted and self-hosted installations send the template of deploy/mail',
    (kind) => {
      const file = `${kind.replace('_', '-')}.html`;
      const hosted = readFileSync('supabase/config.toml', 'utf8').split(`[auth.email.template.${kind}]`)[1];
      expect(/content_path = "(.+)"/.exec(hosted ?? '')?.[1]).toBe(`./deploy/mail/${file}`);
      expect(readFileSync('deploy/compose.yaml', 'utf8')).toContain(
        `GOTRUE_MAILER_TEMPLATES_${kind.toUpperCase()}: http://proxy:8000/mail/${file}`,
      );
      expect(readFileSync(`deploy/mail/${file}`, 'utf8')).not.toContain('ConfirmationURL');
    },
  );

  it.each([
    ['recovery', '/reset-password'],
    ['confirmation', '/editprofile'],
    ['magic-link', '/'],
    ['email-change', '/'],
    ['invite', '/'],
  ])('%s leads to %s with the templates of deploy/mail', (template, target) => {
    const search = linkOf(template);
    expect(mailLinkTarget(search.get('type') ?? '', search.get('next') ?? undefined)).toBe(target);
  });

  it('a link of a password reset with the path of every link leads to the form', () => {
    expect(mailLinkTarget('recovery', '/')).toBe('/reset-password');
    expect(mailLinkTarget('magiclink', '/saved')).toBe('/saved');
  });
});
