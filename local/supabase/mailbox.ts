import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BackendContext, HttpPart } from '../context.ts';
import { isLocalRequest, sendJson } from './http.ts';
import type { OutgoingMail, StoredMail } from './mail.ts';
import { mailboxPage } from './mailbox-page.ts';

export interface Mailbox extends HttpPart {
  send(mail: OutgoingMail): Promise<void>;
}

const MAX_MAILS = 500;
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/**
 * Stores the newest 500 mails that a hosted project would send, in `<dataDir>/mail.jsonl`, and shows them at
 * /_dev/mail.
 */
export async function createMailbox(ctx: BackendContext): Promise<Mailbox> {
  const file = join(ctx.dataDir, 'mail.jsonl');
  let mails = parse(await readFile(file, 'utf8').catch(() => '')).slice(-MAX_MAILS);
  let lines = mails.length;
  let writing: Promise<void> = Promise.resolve();

  async function write(mail: StoredMail): Promise<void> {
    if (lines < MAX_MAILS * 2) {
      await appendFile(file, `${JSON.stringify(mail)}\n`, { mode: 0o600 });
      lines += 1;
      return;
    }
    await writeFile(`${file}.new`, mails.map((stored) => `${JSON.stringify(stored)}\n`).join(''), { mode: 0o600 });
    await rename(`${file}.new`, file);
    lines = mails.length;
  }

  return {
    async send(mail) {
      const links = [...mail.text.matchAll(/https?:\/\/\S+/g)].map((match) => match[0]);
      const stored = { ...mail, id: randomUUID(), links, at: new Date().toISOString() };
      mails = [...mails, stored].slice(-MAX_MAILS);
      // A mail that cannot be written is still in memory until the next restart.
      writing = writing.then(() => write(stored)).catch(() => ctx.log(`A mail could not be written to ${file}.`));
      await writing;
    },
    handle(req, res) {
      if (!isLocalRequest(req))
        return sendJson(res, 403, { error: 'The mailbox opens only on the machine it runs on.' });
      if (req.method !== 'GET' && req.method !== 'HEAD')
        return sendJson(res, 405, { error: 'The mailbox can only be read.' });
      const url = new URL(req.url ?? '/', ctx.appUrl);
      const to = url.searchParams.get('to')?.trim().toLowerCase();
      const found = mails.filter((mail) => !to || mail.to.toLowerCase() === to).toReversed();
      res.setHeader('cache-control', 'no-store');
      if (url.searchParams.get('format') === 'json') return sendJson(res, 200, found);
      res.setHeader('content-type', 'text/html; charset=utf-8');
      res.setHeader('content-security-policy', PAGE_POLICY);
      res.setHeader('x-content-type-options', 'nosniff');
      res.setHeader('referrer-policy', 'no-referrer');
      res.end(mailboxPage(found));
    },
    close: () => writing,
  };
}

/** Skips a line that a crash cut short. */
function parse(text: string): StoredMail[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as StoredMail];
    } catch {
      return [];
    }
  });
}
