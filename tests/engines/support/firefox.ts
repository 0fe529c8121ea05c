import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Bidi } from './bidi.ts';
import type { ElementId, Engine, StartOptions } from './engine.ts';
import { ProcessGroup } from './process-group.ts';
import { findFirefox } from '../../support/firefox.ts';

/** Settings that must hold before WebDriver sets its own. */
const SETTINGS = {
  // After a kill the next start would offer the pages of before, or a safe mode.
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'app.normandy.enabled': false,
  'app.shield.optoutstudies.enabled': false,
  // Messages of workers, which WebDriver does not report.
  'devtools.console.stdout.content': true,
};

/** How WebDriver names the keys that have no character. */
const KEYS: Record<string, string> = { '\b': '\uE003', '\n': '\uE007', '\t': '\uE004' };
const CONTROL = '\uE009';

/** In the page, before any script of it: a violation of the Content Security Policy is an error. */
const REPORT_VIOLATIONS = `() => addEventListener('securitypolicyviolation', (event) =>
  console.error('CSP', event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber))`;

/** In the page: brings its middle into view. Throws if something else is there. */
function bringIntoView(element: Element): void {
  const isHit = (): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  if (!isHit()) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (!isHit()) throw new Error(`Something covers ${element.outerHTML.slice(0, 80)}`);
}

/** Firefox without a window on a screen. */
export class Firefox implements Engine {
  readonly #processes: ProcessGroup;
  readonly #bidi: Bidi;
  readonly #tab: string;

  private constructor(processes: ProcessGroup, bidi: Bidi, tab: string) {
    this.#processes = processes;
    this.#bidi = bidi;
    this.#tab = tab;
  }

  static async start({ folder, isPrivate, onLine, onError }: StartOptions): Promise<Firefox> {
    const profile = join(folder, 'profile');
    await mkdir(profile, { recursive: true });
    const settings = Object.entries({ ...SETTINGS, 'browser.privatebrowsing.autostart': isPrivate });
    await writeFile(
      join(profile, 'user.js'),
      settings.map(([name, to]) => `user_pref("${name}", ${JSON.stringify(to)});\n`).join(''),
    );

    const listening = Promise.withResolvers<string>();
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const processes = ProcessGroup.start(findFirefox() ?? 'firefox', args, {
      env: { HOME: folder, MOZ_CRASHREPORTER_DISABLE: '1' },
      onLine: (line) => {
        onLine(line);
        const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
        if (url) listening.resolve(`${url}/session`);
        // Firefox's own errors begin without a quotation mark.
        if (line.startsWith('console.error: "')) onError(line);
      },
      onEnd: () => listening.reject(new Error('Firefox ended while it started.')),
    });
    try {
      const bidi = await Bidi.connect(await listening.promise, (method, params) => {
        const { level, text, source } = params as { level: string; text: string; source?: { context?: string } };
        onLine(`${method} ${level} ${text}`);
        if (level === 'error') onError(`${text} ${source?.context ? '' : 'in a worker'}`);
      });
      // The tests' own certificate.
      await bidi.send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
      await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
      await bidi.send('script.addPreloadScript', { functionDeclaration: REPORT_VIOLATIONS });
      const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
      return new Firefox(processes, bidi, contexts[0]!.context);
    } catch (error) {
      await processes.kill();
      throw error;
    }
  }

  async open(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { url, wait: 'complete' });
  }

  async reload(): Promise<void> {
    await this.#send('browsingContext.reload', { wait: 'complete' });
  }

  async back(): Promise<void> {
    await this.#send('browsingContext.traverseHistory', { delta: -1 });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { viewport: { width, height } });
  }

  async evaluate(source: string, args: readonly unknown[]): Promise<unknown> {
    const functionDeclaration = `async () => JSON.stringify(await (${source})(...${JSON.stringify(args)}))`;
    const { value } = await this.#call<{ value?: string }>(functionDeclaration);
    return value === undefined ? undefined : (JSON.parse(value) as unknown);
  }

  async find(source: string, args: readonly unknown[]): Promise<ElementId[]> {
    type Nodes = { value: { sharedId: ElementId }[] };
    const { value } = await this.#call<Nodes>(`() => (${source})(...${JSON.stringify(args)})`);
    return value.map(({ sharedId }) => sharedId);
  }

  async click(element: ElementId): Promise<void> {
    await this.#call(bringIntoView.toString(), element);
    const origin = { type: 'element', element: { sharedId: element } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#send('input.performActions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async type(element: ElementId, text: string): Promise<void> {
    await this.click(element);
    const key = (value: string) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    const all = [{ type: 'keyDown', value: CONTROL }, ...key('a'), { type: 'keyUp', value: CONTROL }];
    const actions = [...all, ...[...`\b${text}`].flatMap((character) => key(KEYS[character] ?? character))];
    await this.#send('input.performActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async choose(element: ElementId, path: string): Promise<void> {
    await this.#send('input.setFiles', { element: { sharedId: element }, files: [path] });
  }

  async valueOf(element: ElementId): Promise<string> {
    return (await this.#call<{ value: string }>('(field) => field.value', element)).value;
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('browsingContext.captureScreenshot', {});
    return Buffer.from(data, 'base64');
  }

  kill(): Promise<void> {
    return this.#processes.kill();
  }

  /** Calls a function, given as text, with an element. Resolves with its result, as the protocol describes it. */
  async #call<Result>(functionDeclaration: string, element?: ElementId): Promise<Result> {
    const outcome = await this.#bidi.send<Outcome<Result>>('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context: this.#tab },
      arguments: element === undefined ? [] : [{ sharedId: element }],
    });
    if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text);
    return outcome.result;
  }

  #send<Result>(method: string, params: object): Promise<Result> {
    return this.#bidi.send(method, { context: this.#tab, ...params });
  }
}

type Outcome<Result> =
  | { readonly type: 'success'; readonly result: Result }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };
