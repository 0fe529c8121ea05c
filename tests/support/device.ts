import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { BrowserContext, Page } from '@playwright/test';

import { CHROMIUM_FLAGS, findTestBrowser } from './chromium.ts';
import { copyFolder } from './copy-folder.ts';
import { noteCrashes } from './crashes.ts';
import { launchOnProfile } from './launch.ts';

const EXPECTED =
  /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONTENT_LENGTH_MISMATCH|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|responded with a status of (400|401|422) /;

/** How a page reports a violation of the security policy, which no test may expect. */
const VIOLATION = 'violation of the security policy:';

/** Also of posts that other tests left in the feed. */
const PICTURE = /\/(?:seed|storage\/v1\/object\/(?:public|authenticated))\//;

export interface DeviceOptions {
  /** The only origin that its pages may ask. */
  readonly url: string;
  /** Further complaints that the test brings about itself. */
  readonly expected?: RegExp | undefined;
  /** A profile to begin with a copy of; without one the browser has never been used. */
  readonly profile?: string | undefined;
  readonly flags?: readonly string[];
  /** Path of the browser; what `findTestBrowser` finds by default. */
  readonly browser?: string | undefined;
}

/** One person's phone: a browser with a profile on disk, which can be killed and started again. */
export class Device {
  readonly #profile: string;
  readonly #url: string;
  readonly #flags: readonly string[];
  readonly #browser: string | undefined;
  readonly #expected: readonly RegExp[];
  #context: BrowserContext | undefined;
  /** Requests to any origin but the app's own. */
  readonly foreign: string[] = [];
  /** Errors, warnings and violations of the security policy that the pages reported. */
  readonly complaints: string[] = [];

  private constructor(profile: string, { url, expected, flags = CHROMIUM_FLAGS, browser }: DeviceOptions) {
    this.#profile = profile;
    this.#url = url;
    this.#flags = flags;
    this.#browser = browser ?? findTestBrowser();
    this.#expected = expected ? [EXPECTED, expected] : [EXPECTED];
  }

  static async start(options: DeviceOptions): Promise<Device> {
    const profile = await mkdtemp(join(tmpdir(), 'rangeday-device-'));
    if (options.profile) await copyFolder(options.profile, profile);
    const device = new Device(profile, options);
    await device.start();
    return device;
  }

  async start(): Promise<void> {
    this.#context = await launchOnProfile(this.#profile, {
      origin: this.#url,
      browser: this.#browser,
      flags: this.#flags,
    });
    await noteCrashes(this.#context, this.complaints);
    this.#context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:|^wss?:/.test(url.protocol) && url.origin !== this.#url) this.foreign.push(request.url());
    });
    this.#context.on('weberror', (error) => {
      const { message } = error.error();
      if (!this.#expected.some((known) => known.test(message))) this.complaints.push(message);
    });
    await this.#context.addInitScript((mark) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        console.error(mark, effectiveDirective, blockedURI, sample),
      );
    }, VIOLATION);
    this.#context.on('console', (message) => {
      if (message.text().startsWith(VIOLATION)) return void this.complaints.push(message.text());
      const line = `${message.text()} ${message.location().url}`;
      // A server that the test killed, or a rejection that the member sees, is expected.
      const isExpected =
        this.#expected.some((known) => known.test(message.text()) || known.test(line)) ||
        // The browser asks for this icon on a document without one; every page of the app has its own.
        message.location().url === `${this.#url}/favicon.ico` ||
        // A picture that the service worker has not cached, while offline.
        (message.text().includes('ERR_FAILED') && PICTURE.test(message.location().url));
      if (['error', 'warning'].includes(message.type()) && !isExpected) this.complaints.push(line);
    });
  }

  /** The folder of its browser's profile, for a browser of another kind while this one is not running. */
  get profile(): string {
    return this.#profile;
  }

  /** The device's first page, or a new tab. */
  async page(): Promise<Page> {
    if (!this.#context) throw new Error('The browser is not running.');
    const [first] = this.#context.pages();
    return first && first.url() === 'about:blank' ? first : this.#context.newPage();
  }

  /** Its open tabs; none while the browser is not running. */
  pages(): readonly Page[] {
    return this.#context?.pages() ?? [];
  }

  /** Kills every process of the browser, without any event in its pages. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    if (!context) return;
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
    for (const pid of await this.#processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with its parent.
      }
    }
    await closed;
  }

  async dispose(): Promise<void> {
    await this.#context?.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Processes with this device's profile folder on their command line. */
  async #processes(): Promise<number[]> {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args='], { maxBuffer: 1e8 });
    return stdout
      .split('\n')
      .filter((line) => line.includes(`--user-data-dir=${this.#profile}`))
      .map((line) => Number.parseInt(line, 10));
  }
}
