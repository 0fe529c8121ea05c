import { randomUUID } from 'node:crypto';
// oxlint-disable-next-line rangeday/no-sleep -- a hosted project's rate limit ends with time alone
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';

import { startTestBackend } from '../../support/test-backend.ts';
import type { TestBackend } from '../../support/test-backend.ts';

export const PASSWORD = 'Walnut-tree-42!';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** What the mail of a link contains, without a mail: nobody can read the mails of a hosted project. */
export interface MailLink {
  readonly userId: string;
  readonly tokenHash: string;
  readonly code: string;
  readonly redirectTo: string;
}

interface LinkRequest {
  readonly type: 'signup' | 'magiclink' | 'recovery';
  readonly email: string;
  readonly data?: Record<string, unknown>;
  readonly redirectTo?: string;
}

/** The Supabase project under test: the hosted one of SUPABASE_URL and its keys, or an embedded one. */
export interface Project {
  readonly url: string;
  readonly anonKey: string;
  readonly admin: SupabaseClient;
  /** Set for the embedded project: its database, mailbox, fault switches and secret. */
  readonly embedded: (TestBackend & { db: Client }) | undefined;
  client(): SupabaseClient;
  /** A confirmed member, logged in. Their account is deleted at the end. */
  member(): Promise<{ client: SupabaseClient; id: string; email: string }>;
  /** A new sign-up with PASSWORD has no account before; it is deleted at the end. */
  mailLink(request: LinkRequest): Promise<MailLink>;
  mailsTo(address: string): Promise<Mail[]>;
  stop(): Promise<void>;
}

export const isHosted = process.env['SUPABASE_URL'] !== undefined;

export const freshEmail = (): string => `member-${randomUUID()}@rangeday.example`;

/**
 * A hosted project limits the requests of this machine, in bursts: one that had its turn too early is sent again. The
 * embedded project's limits are what tests are about.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const until = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(input, init);
    if (!isHosted || answer.status !== 429 || Date.now() > until) return answer;
    if (!(await answer.clone().text()).includes('over_request_rate_limit')) return answer;
    await pause(2000);
  }
};

export async function openProject(sql = ''): Promise<Project> {
  const own = isHosted ? undefined : await startTestBackend();
  const url = own?.url ?? process.env['SUPABASE_URL'] ?? '';
  const anonKey = own?.anonKey ?? process.env['SUPABASE_ANON_KEY'] ?? '';
  const open = (key: string) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: patientFetch },
    });
  const admin = open(own?.serviceRoleKey ?? process.env['SUPABASE_SERVICE_ROLE_KEY'] ?? '');
  let db: Client | undefined;
  if (own) {
    db = new Client({ connectionString: own.databaseUrl });
    db.on('error', () => {});
    await db.connect();
    await db.query(sql);
    await own.rest.reloadSchema();
  }
  const made = new Set<string>();
  return {
    url,
    anonKey,
    admin,
    embedded: own && db && { ...own, db },
    client: () => open(anonKey),
    async member() {
      const email = freshEmail();
      const created = await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
      if (created.error) throw created.error;
      made.add(created.data.user.id);
      const client = open(anonKey);
      const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
      if (error) throw error;
      return { client, id: created.data.user.id, email };
    },
    async mailLink({ type, email, data, redirectTo }) {
      const options = { ...(data && { data }), ...(redirectTo !== undefined && { redirectTo }) };
      const link = await admin.auth.admin.generateLink(
        type === 'signup' ? { type, email, password: PASSWORD, options } : { type, email, options },
      );
      if (link.error) throw link.error;
      const { user, properties } = link.data;
      made.add(user.id);
      return {
        userId: user.id,
        tokenHash: properties.hashed_token,
        code: properties.email_otp,
        redirectTo: properties.redirect_to,
      };
    },
    async mailsTo(address) {
      const answer = await fetch(`${url}/_dev/mail?format=json&to=${encodeURIComponent(address)}`);
      return (await answer.json()) as Mail[];
    },
    async stop() {
      if (!own) for (const id of made) await admin.auth.admin.deleteUser(id);
      await db?.end();
      await own?.stop();
    },
  };
}
