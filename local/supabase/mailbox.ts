import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BackendContext, HttpPart } from '../context.ts';
import { clientIp, header, sendJson } from './http.ts';
import { mailboxPage } from './mailbox-page.ts';

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface KeptMail extends OutgoingMail {
  readonly id: string;
  readonly links: readonly string[];
  /** ISO time. */
  readonly at: string;
}

export interface Mailbox extends HttpPart {
  send(mail: OutgoingMail): Promise<void>;
}

const KEPT = 500;
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Keeps the mails which a hosted project would send, in `<dataDir>/mail.jsonl`, newest 500, and shows them at /_dev/mail. */
export async function createMailbox(ctx: BackendContext): Promise<Mailbox> {
  const file = join(ctx.dataDir, 'mail.jsonl');
  let mails = parse(await readFile(file, 'utf8').catch(() => '')).slice(-KEPT);
  let lines = mails.length;
  let writing: Promise<void> = Promise.resolve();

  async function write(mail: KeptMail): Promise<void> {
    if (lines < KEPT * 2) {
      await appendFile(file, `${JSON.stringify(mail)}\n`, { mode: 0o600 });
      lines += 1;
      return;
    }
    await writeFile(`${file}.new`, mails.map((kept) => `${JSON.stringify(kept)}\n`).join(''), { mode: 0o600 });
    await rename(`${file}.new`, file);
    lines = mails.length;
  }

  return {
    async send(mail) {
      const links = [...mail.text.matchAll(/https?:\/\/\S+/g)].map((match) => match[0]);
      const kept = { ...mail, id: randomUUID(), links, at: new Date().toISOString() };
      mails = [...mails, kept].slice(-KEPT);
      // A mail that cannot be written is still there until the next restart.
      writing = writing.then(() => write(kept)).catch(() => ctx.log(`A mail could not be kept in ${file}.`));
      await writing;
    },
    handle(req, res) {
      if (!isLoopback(clientIp(req)) || !isOwnName(header(req, 'host')))
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

/** A line cut short by a crash is left out. */
function parse(text: string): KeptMail[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as KeptMail];
    } catch {
      return [];
    }
  });
}

/** A page elsewhere whose name suddenly points at this machine may not read the mails either. */
function isOwnName(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host);
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.');
}
