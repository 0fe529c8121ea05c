import type { CDPSession, Page, Worker } from '@playwright/test';

import { NOTIFICATIONS_LOCK } from '#contract/locks.ts';
import type { Backend } from '../../support/backend.ts';
import { expect } from '../../support/member.ts';

export interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  actions: string[];
}

/** What TypeScript's types of a page lack. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: object) => Event;
  ExtendableEvent: new (type: string) => Event;
  dispatchEvent: (event: Event) => void;
  clients: { openWindow: (url: string) => Promise<void> };
  opened: string;
  badge: number | null;
}

interface StandIn {
  id: string;
  subscription: { endpoint: string };
  received: { payload: unknown }[];
}

/** The browser's side of the stand-in for a push service: Chromium cannot reach a real one in a test. */
export class PushDevice {
  readonly #page: Page;
  readonly #backend: Backend;
  readonly #cdp: CDPSession;
  readonly #registrationId: string;
  readonly #id: string;
  readonly #subscription: { endpoint: string };
  #taken = 0;

  private constructor(
    page: Page,
    backend: Backend,
    cdp: CDPSession,
    registrationId: string,
    { id, subscription }: Pick<StandIn, 'id' | 'subscription'>,
  ) {
    this.#page = page;
    this.#backend = backend;
    this.#cdp = cdp;
    this.#registrationId = registrationId;
    this.#id = id;
    this.#subscription = subscription;
  }

  /** Call on an open page of the app, before push is turned on. */
  static async open(page: Page, backend: Backend): Promise<PushDevice> {
    await page.context().grantPermissions(['notifications'], { origin: backend.url });
    const made = await fetch(`${backend.url}/_dev/push/subscriptions`, { method: 'POST' });
    const { id, subscription } = (await made.json()) as StandIn;
    const stub = (json: { endpoint: string }) => {
      let present: unknown = null;
      PushManager.prototype.getSubscription = async () => present as PushSubscription | null;
      PushManager.prototype.subscribe = async (options) => {
        const key = ((options ?? {}).applicationServerKey as string).replaceAll('-', '+').replaceAll('_', '/');
        const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
        const unsubscribe = async () => {
          present = null;
          return true;
        };
        const options_ = { applicationServerKey: bytes.buffer };
        present = { endpoint: json.endpoint, options: options_, toJSON: () => json, unsubscribe };
        return present as PushSubscription;
      };
    };
    await page.addInitScript(stub, subscription);
    await page.evaluate(stub, subscription);
    const cdp = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    return new PushDevice(page, backend, cdp, await registered, { id, subscription });
  }

  /** Waits for the next push, and gives it to the service worker as the browser would. */
  async deliverNext(): Promise<void> {
    let payload: unknown;
    await expect(async () => {
      const { received } = (await (await fetch(`${this.#backend.url}/_dev/push/${this.#id}`)).json()) as StandIn;
      expect(received.length).toBeGreaterThan(this.#taken);
      payload = received[this.#taken]?.payload;
    }).toPass();
    this.#taken += 1;
    await this.deliver(JSON.stringify(payload));
  }

  async deliver(data: string): Promise<void> {
    const { origin } = new URL(this.#backend.url);
    await this.#cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: this.#registrationId, data });
  }

  /** The push service returns this status from now on. */
  async answer(status: number): Promise<void> {
    await fetch(`${this.#backend.url}/_dev/push/${this.#id}`, { method: 'PUT', body: JSON.stringify({ status }) });
  }

  #worker(): Worker {
    const [worker] = this.#page.context().serviceWorkers();
    if (!worker) throw new Error('There is no service worker.');
    return worker;
  }

  /** All notifications, with what each is about. */
  #listed(): Promise<(ShownNotification & { data: object })[]> {
    return this.#worker().evaluate(async (lock) => {
      // Cast: a page's types, and this runs in the worker.
      const { registration } = globalThis as unknown as WorkerScope;
      const all = await navigator.locks.request(lock, () => registration.getNotifications());
      return all.map((one) => {
        const { actions = [] } = one as Notification & { actions?: { action: string }[] };
        const { title, body, tag, data } = one;
        return { title, body, tag, actions: actions.map(({ action }) => action), data: (data ?? {}) as object };
      });
    }, NOTIFICATIONS_LOCK);
  }

  async shown(): Promise<ShownNotification[]> {
    return (await this.#listed()).map(({ title, body, tag, actions }) => ({ title, body, tag, actions }));
  }

  /** What the notification with this tag opens, or is about: a newer push may not have replaced it yet. */
  async expectShown(tag: string, about: { url: string } | { id: string }): Promise<void> {
    const shown = async () => (await this.#listed()).find((one) => one.tag === tag)?.data ?? {};
    await expect.poll(shown).toMatchObject(about);
  }

  /** Clicks the notification with this tag, or one of its buttons. */
  async click(tag: string, action = '', reply: string | null = null): Promise<void> {
    await expect.poll(async () => (await this.shown()).map((one) => one.tag)).toContain(tag);
    await this.#worker().evaluate(
      async (click) => {
        const scope = globalThis as unknown as WorkerScope;
        const [notification] = await scope.registration.getNotifications({ tag: click.tag });
        const event = new scope.NotificationEvent('notificationclick', { notification, action: click.action });
        if (click.reply !== null) Object.defineProperty(event, 'reply', { value: click.reply });
        scope.dispatchEvent(event);
      },
      { tag, action, reply },
    );
  }

  /**
   * Clicks it, or a button, while no page of the app is open. Returns the address that the worker opens, which a
   * browser allows only after a real click.
   */
  async clickClosed(tag: string, action = ''): Promise<string> {
    await this.#worker().evaluate(() => {
      const scope = globalThis as unknown as WorkerScope;
      scope.opened = '';
      scope.clients.openWindow = async (url) => void (scope.opened = url);
    });
    await this.click(tag, action);
    const opened = () => this.#worker().evaluate(() => (globalThis as unknown as WorkerScope).opened);
    await expect.poll(opened).not.toBe('');
    return opened();
  }

  /** Expects that the service worker shows this number on the app's icon, after something that was done. */
  async expectBadge(count: number, act: () => Promise<void>): Promise<void> {
    await this.#worker().evaluate(() => {
      const scope = globalThis as unknown as WorkerScope;
      scope.badge = null;
      navigator.setAppBadge = async (contents) => void (scope.badge = contents ?? null);
      navigator.clearAppBadge = async () => void (scope.badge = 0);
    });
    await act();
    const badge = () => this.#worker().evaluate(() => (globalThis as unknown as WorkerScope).badge);
    await expect.poll(badge).toBe(count);
  }

  /** The browser replaces the subscription while no page is open. */
  async replaceSubscription(): Promise<void> {
    await this.#worker().evaluate(async (subscription) => {
      const scope = globalThis as unknown as WorkerScope;
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription;
      scope.dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'));
    }, this.#subscription);
  }
}
