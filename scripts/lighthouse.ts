import { once } from 'node:events';
import { createServer } from 'node:net';

import { chromium } from '@playwright/test';

import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts';
import { installPackages } from './packages.ts';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export interface Verdict {
  /** 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** Audits that cost points, as `category: title (value)`. */
  readonly losses: readonly string[];
}

/** What this file reads of Lighthouse's result. */
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly score: number | null;
        readonly displayValue?: string;
        readonly details?: unknown;
      }
    >
  >;
}

interface LighthouseModule {
  default(url: string, options: Readonly<Record<string, unknown>>): Promise<{ readonly lhr: Report } | undefined>;
}

/**
 * Shows the whole feed: on a usual screen the dock covers a part of whatever entry is behind it, and a covered button
 * counts as too small.
 */
const TALL = { mobile: true, width: 412, height: 12_000, deviceScaleFactor: 1, disabled: false };

/**
 * Runs Lighthouse, installing it first if need be, on a page with the settings of a phone on a slow network, in a fresh
 * browser.
 */
export async function runLighthouse(url: string, categories: readonly Category[]): Promise<Verdict> {
  const packages = await installPackages('lighthouse');
  const { default: lighthouse } = (await packages.load('lighthouse')) as LighthouseModule;
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...categories],
      formFactor: 'mobile',
      ...(categories.includes('performance') ? {} : { screenEmulation: TALL }),
      // A server on a busy test machine may be slow.
      maxWaitForLoad: 90_000,
    });
    if (!result) throw new Error('Lighthouse returned no result.');
    if (result.lhr.runtimeError) throw new Error(`Lighthouse failed: ${result.lhr.runtimeError.message}`);
    return verdictOf(result.lhr);
  } finally {
    await browser.close();
  }
}

function verdictOf({ categories, audits }: Report): Verdict {
  const scores: Record<string, number> = {};
  const losses: string[] = [];
  for (const { id, score, auditRefs } of Object.values(categories)) {
    scores[id] = Math.round((score ?? 0) * 100);
    for (const { id: name, weight } of auditRefs) {
      const audit = audits[name];
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.995) continue;
      const cause = causeOf(audit.details);
      losses.push(`${id}: ${audit.title} (${audit.displayValue ?? Math.round(audit.score * 100)})${cause}`);
    }
  }
  return { scores, losses };
}

/** The first item of an audit, in one line. */
function causeOf(details: unknown): string {
  const items = typeof details === 'object' && details !== null && 'items' in details ? details.items : undefined;
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  return first === undefined ? '' : `: ${JSON.stringify(first).slice(0, 300)}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
