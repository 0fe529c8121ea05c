import { createStore } from '#lib/store.ts';

export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'stop';
  action?: { label: string; run: () => void } | undefined;
}

/** §9: four seconds. Anything that matters longer also stays where it happened, or in the outbox. */
const TOAST_MS = 4000;

export const toastStore = createStore<readonly Toast[]>([]);

let lastId = 0;

interface ToastOptions {
  tone?: Toast['tone'];
  /** A toast that asks for something stays until it is answered or put away. */
  action?: Toast['action'];
}

export function toast(text: string, { tone = 'plain', action }: ToastOptions = {}): void {
  const id = ++lastId;
  // The same sentence twice is one toast with a fresh clock.
  toastStore.set([...toastStore.get().filter((other) => other.text !== text), { id, text, tone, action }]);
  if (!action) setTimeout(() => dismissToast(id), TOAST_MS);
}

export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().filter((entry) => entry.id !== id));
}
