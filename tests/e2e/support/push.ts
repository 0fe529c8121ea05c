import type { CDPSession, Page } from '@playwright/test';

import type { Backend } from '../../support/backend.ts';
import { expect } from '../../support/member.ts';

export interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  actions: string[];
}

interface StandIn {
  id: string;
  received: { payload: unknown }[];
}

/** The browser's side of the stand-in for a push service: Chromium cannot reach a real one in a test. */
export class PushDevice {
  readonly #page: Page;
  readonly #backend: Backend;
  readonly #cdp: CDPSession;
  readonly #registrationId: string;
  readonly #id: string;
  #taken = 0;

  private constructor(page: Page, backend: Backend, cdp: CDPSession, registrationId: string, id: string) {
    this.#page = page;
    this.#backend = backend;
    this.#cdp = cdp;
    this.#registrationId = registrationId;
    this.#id = id;
  }

  /** Call on an open page of the app, before push is turned on. */
  static async open(page: Page, backend: Backend): Promise<PushDevice> {
    await page.context().grantPermissions(['notifications'], { origin: backend.url });
    const made = await fetch(`${backend.url}/_dev/push/subscriptions`, { method: 'POST' });
    const { id, subscription } = (await made.json()) as StandIn & { subscription: { endpoint: string } };
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
    return new PushDevice(page, backend, cdp, await registered, id);
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

  shown(): Promise<ShownNotification[]> {
    return this.#page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const all = await registration.getNotifications();
      return all.map((one) => {
        const { actions = [] } = one as Notification & { actions?: { action: string }[] };
        return { title: one.title, body: one.body, tag: one.tag, actions: actions.map(({ action }) => action) };
      });
    });
  }

  /** Clicks the notification with this tag, or one of its buttons. */
  async click(tag: string, action = '', reply: string | null = null): Promise<void> {
    const [worker] = this.#page.context().serviceWorkers();
    if (!worker) throw new Error('There is no service worker.');
    await expect.poll(async () => (await this.shown()).map((one) => one.tag)).toContain(tag);
    await worker.evaluate(
      async (click) => {
        const scope = globalThis as unknown as {
          registration: ServiceWorkerRegistration;
          NotificationEvent: new (type: string, init: object) => Event;
          dispatchEvent: (event: Event) => void;
        };
        const [notification] = await scope.registration.getNotifications({ tag: click.tag });
        const event = new scope.NotificationEvent('notificationclick', { notification, action: click.action });
        if (click.reply !== null) Object.defineProperty(event, 'reply', { value: click.reply });
        scope.dispatchEvent(event);
      },
      { tag, action, reply },
    );
  }
}
