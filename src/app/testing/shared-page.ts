import '#ui/testing/house-styles.ts';
import { afterAll, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { OPENING, syncState } from '#data/device/sync-state.ts';
import { changeSettings, DEFAULT_SETTINGS } from '#data/device/settings.ts';
import { adoptSnapshot } from '#data/first-screen/snapshot.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { dismissToast, toastStore } from '#ui/toast-store.ts';

/*
 * For test files that share a page: each finds it as the first one did. The styles are always there, because a file
 * that imports them would leave them to the next.
 */

const elements = [document.documentElement, document.body].map((element) => ({
  element,
  attributes: Array.from(element.attributes, ({ name, value }) => [name, value] as const),
}));

afterAll(async () => {
  vi.useRealTimers();
  adoptSession(GUEST);
  adoptSnapshot(null);
  syncState.set(OPENING);
  changeSettings(DEFAULT_SETTINGS);
  for (const { id } of toastStore.get()) dismissToast(id, { answered: true });
  for (const { element, attributes } of elements) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
    for (const [name, value] of attributes) element.setAttribute(name, value);
  }
  document.body.replaceChildren();
  scrollTo(0, 0);
  // Away from what the next file will show under it.
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } });
});
