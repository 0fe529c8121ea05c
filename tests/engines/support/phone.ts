import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';
import type { ElementId, Engine, StartOptions } from './engine.ts';

const SELECTORS = {
  article: 'article',
  button: 'button, [role="button"]',
  dialog: 'dialog[open], [role="dialog"], [role="alertdialog"]',
  file: 'input[type="file"]',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  radio: 'input[type="radio"]',
  textbox: 'input:is(:not([type]), [type="text"], [type="email"], [type="password"]), textarea',
} as const;

export interface Target {
  readonly role: keyof typeof SELECTORS;
  /** The whole name, or a pattern in it. */
  readonly name?: string | RegExp;
  /** Only in an element that this finds. */
  readonly within?: Target;
}

/** As JSON for the page. */
interface Step {
  readonly selector: string;
  readonly name: { readonly source: string; readonly flags: string } | null;
  readonly isHiddenToo: boolean;
}

function stepsOf({ role, name, within }: Target): Step[] {
  const pattern = typeof name === 'string' ? new RegExp(`^${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`) : name;
  const step = {
    selector: SELECTORS[role],
    name: pattern ? { source: pattern.source, flags: pattern.flags } : null,
    // Buttons open it; the input itself is never shown.
    isHiddenToo: role === 'file',
  };
  return [...(within ? stepsOf(within) : []), step];
}

/** In the page: the elements that the last step finds, in those of the steps before. */
function findAll(steps: readonly Step[]): Element[] {
  const text = (value: string | null | undefined): string => (value ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    return (
      text(by.map((id) => document.getElementById(id)?.textContent).join(' ')) ||
      text(element.getAttribute('aria-label')) ||
      text(labels.map((label) => label.textContent).join(' ')) ||
      text((element as HTMLElement).innerText)
    );
  };
  let roots: (Element | Document)[] = [document];
  for (const { selector, name, isHiddenToo } of steps) {
    const pattern = name && new RegExp(name.source, name.flags);
    roots = roots
      .flatMap((root) => [...root.querySelectorAll(selector)])
      .filter((element) => isHiddenToo || element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !pattern || pattern.test(nameOf(element)));
  }
  return roots as Element[];
}

interface PhoneOptions {
  /** Starts the browser on its folder. */
  readonly start: (options: StartOptions) => Promise<Engine>;
  /** The app's origin. */
  readonly url: string;
  /** A window that keeps nothing; only in Firefox. */
  readonly isPrivate?: boolean;
}

/** One person's phone: a browser with a folder on disk, which can be killed and started again. */
export class Phone {
  readonly #options: PhoneOptions;
  readonly #folder: string;
  #running: Engine | undefined;
  /** Errors that pages and workers have logged. */
  readonly complaints: string[] = [];
  /** All that the browser has printed, with its time. */
  readonly lines: string[] = [];

  private constructor(folder: string, options: PhoneOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  static async start(options: PhoneOptions): Promise<Phone> {
    const phone = new Phone(await mkdtemp(join(tmpdir(), 'rangeday-phone-')), options);
    await phone.start();
    return phone;
  }

  async start(): Promise<void> {
    this.#running = await this.#options.start({
      folder: this.#folder,
      isPrivate: this.#options.isPrivate ?? false,
      onLine: (line) => void this.lines.push(`${new Date().toISOString()} ${line}`),
      onError: (line) => void this.complaints.push(line),
    });
  }

  kill(): Promise<void> {
    const engine = this.#engine;
    this.#running = undefined;
    return engine.kill();
  }

  async dispose(): Promise<void> {
    await this.#running?.kill();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Loads this address of the app. */
  open(path: string): Promise<void> {
    return this.#engine.open(this.#options.url + path);
  }

  reload(): Promise<void> {
    return this.#engine.reload();
  }

  back(): Promise<void> {
    return this.#engine.back();
  }

  /** Sets the size of what the page sees. */
  async resize(width: number, height: number): Promise<void> {
    await this.#engine.resize(width, height);
    await expect.poll(() => this.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  }

  /** Runs a function in the page, which may use nothing but its arguments. */
  evaluate<Args extends unknown[], Value>(run: (...args: Args) => Value, ...args: Args): Promise<Awaited<Value>> {
    return this.#engine.evaluate(run.toString(), args) as Promise<Awaited<Value>>;
  }

  /** Waits until this is there. */
  async see(target: Target): Promise<void> {
    await eventually(() => this.#first(target));
  }

  async seeNo(target: Target): Promise<void> {
    await eventually(async () => expect(await this.#all(target), `no ${describe(target)}`).toEqual([]));
  }

  /** Waits until the page shows this text. */
  async read(text: string | RegExp): Promise<void> {
    await eventually(async () => {
      const shown = await this.evaluate(() => document.body.innerText);
      if (typeof text === 'string') expect(shown).toContain(text);
      else expect(shown).toMatch(text);
    });
  }

  /** Clicks the first one, as a person does: what covers it fails the test. */
  async click(target: Target): Promise<void> {
    await eventually(async () => this.#engine.click(await this.#first(target)));
  }

  /** Replaces the text of a field, key by key. */
  async type(target: Target, text: string): Promise<void> {
    await eventually(async () => this.#engine.type(await this.#first(target), text));
  }

  /** Chooses a file of this machine. */
  async choose(target: Target, path: string): Promise<void> {
    await eventually(async () => this.#engine.choose(await this.#first(target), path));
  }

  /** Waits until the field has this text. */
  async expectValue(target: Target, text: string): Promise<void> {
    await eventually(async () => expect(await this.#engine.valueOf(await this.#first(target))).toBe(text));
  }

  screenshot(): Promise<Buffer> {
    return this.#engine.screenshot();
  }

  get #engine(): Engine {
    if (!this.#running) throw new Error('The browser is not running.');
    return this.#running;
  }

  #all(target: Target): Promise<ElementId[]> {
    return this.#engine.find(findAll.toString(), [stepsOf(target)]);
  }

  async #first(target: Target): Promise<ElementId> {
    const [first] = await this.#all(target);
    if (first === undefined) throw new Error(`There is no ${describe(target)}.`);
    return first;
  }
}

/** The page may be replaced or drawn again between two calls, so the whole is tried again. */
const eventually = (act: () => Promise<unknown>): Promise<void> => expect(async () => void (await act())).toPass();

function describe({ role, name, within }: Target): string {
  return [role, name && `“${String(name)}”`, within && `in ${describe(within)}`].filter(Boolean).join(' ');
}
