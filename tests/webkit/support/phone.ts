import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '../../e2e/support/fixtures.ts';
import { type Display, Driver } from './driver.ts';

/** How the protocol names an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementId = { readonly [ELEMENT]: string };

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
  readonly display: Display;
  /** The app's origin. */
  readonly url: string;
  /** Features of WebKit that are off by default. */
  readonly features?: readonly string[];
}

/** One person's phone with WebKit: a browser with a folder on disk, which can be killed and started again. */
export class Phone {
  readonly #options: PhoneOptions;
  readonly #folder: string;
  #running: Driver | undefined;
  /** Errors that pages and workers have logged. */
  readonly complaints: string[] = [];
  /** All that the browser has printed, with its time. */
  readonly lines: string[] = [];

  private constructor(folder: string, options: PhoneOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  static async start(options: PhoneOptions): Promise<Phone> {
    const phone = new Phone(await mkdtemp(join(tmpdir(), 'rangeday-webkit-')), options);
    await phone.start();
    return phone;
  }

  async start(): Promise<void> {
    const home = join(this.#folder, 'home');
    await mkdir(home, { recursive: true });
    const script = join(import.meta.dirname, 'browser.py');
    this.#running = await Driver.start(['/usr/bin/python3', script, this.#folder, ...(this.#options.features ?? [])], {
      display: this.#options.display,
      home,
      onLine: (line) => {
        this.lines.push(`${new Date().toISOString()} ${line}`);
        if (/CONSOLE (?:JS |SECURITY |NETWORK )?ERROR/.test(line)) this.complaints.push(line);
      },
    });
  }

  kill(): Promise<void> {
    const driver = this.#driver;
    this.#running = undefined;
    return driver.kill();
  }

  async dispose(): Promise<void> {
    await this.#running?.kill();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Loads this address of the app. */
  async open(path: string): Promise<void> {
    await this.#driver.send('POST', '/url', { url: this.#options.url + path });
  }

  async reload(): Promise<void> {
    await this.#driver.send('POST', '/refresh');
  }

  async back(): Promise<void> {
    await this.#driver.send('POST', '/back');
  }

  /** Sets the size of what the page sees. */
  async resize(width: number, height: number): Promise<void> {
    await this.#driver.send('POST', '/window/rect', { width, height });
    await expect.poll(() => this.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  }

  /** Runs a function in the page, which may use nothing but its arguments. */
  evaluate<Args extends unknown[], Value>(run: (...args: Args) => Value, ...args: Args): Promise<Awaited<Value>> {
    return this.#driver.send('POST', '/execute/sync', { script: `return (${run.toString()})(...arguments)`, args });
  }

  async count(target: Target): Promise<number> {
    return (await this.evaluate(findAll, stepsOf(target))).length;
  }

  /** Waits until exactly this is there. */
  async see(target: Target): Promise<void> {
    await expect.poll(() => this.count(target), { message: describe(target) }).toBeGreaterThan(0);
  }

  async seeNo(target: Target): Promise<void> {
    await expect.poll(() => this.count(target), { message: `no ${describe(target)}` }).toBe(0);
  }

  /** Waits until the page shows this text. */
  async read(text: string | RegExp): Promise<void> {
    const shown = () => this.evaluate(() => document.body.innerText);
    if (typeof text === 'string') await expect.poll(shown).toContain(text);
    else await expect.poll(shown).toMatch(text);
  }

  /** Clicks the first one, as a person does: what covers it, is clicked instead and fails the test. */
  async click(target: Target): Promise<void> {
    await this.#whenItWorks(async () => {
      await this.#driver.send('POST', `/element/${await this.#find(target)}/click`);
    });
  }

  /** Replaces the text of a field, key by key. */
  async type(target: Target, text: string): Promise<void> {
    await this.#whenItWorks(async () => {
      const id = await this.#find(target);
      await this.#driver.send('POST', `/element/${id}/clear`);
      await this.#driver.send('POST', `/element/${id}/value`, { text });
    });
  }

  /** Chooses a file of this machine. */
  async choose(target: Target, path: string): Promise<void> {
    await this.#driver.send('POST', `/element/${await this.#find(target)}/value`, { text: path });
  }

  async valueOf(target: Target): Promise<string> {
    return this.#driver.send('GET', `/element/${await this.#find(target)}/property/value`);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#driver.send<string>('GET', '/screenshot'), 'base64');
  }

  get #driver(): Driver {
    if (!this.#running) throw new Error('The browser is not running.');
    return this.#running;
  }

  async #find(target: Target): Promise<string> {
    await this.see(target);
    const [first] = (await this.evaluate(findAll, stepsOf(target))) as unknown as ElementId[];
    if (!first) throw new Error(`Gone: ${describe(target)}`);
    return first[ELEMENT];
  }

  /** A page may redraw between finding an element and using it. */
  #whenItWorks(act: () => Promise<void>): Promise<void> {
    return expect(act).toPass();
  }
}

function describe({ role, name, within }: Target): string {
  return [role, name && `“${String(name)}”`, within && `in ${describe(within)}`].filter(Boolean).join(' ');
}
