import { createStore } from '#lib/store.ts';

export interface Toast {
  id: number;
  text: string;
  /** `done` wears a tick, `stop` the octagon. */
  tone: 'plain' | 'done' | 'stop';
  action?: { label: string; run: () => void } | undefined;
}

/** §9: four seconds. Anything that matters longer also stays where it happened, or in the outbox. */
export const TOAST_MS = 4000;

export const toastStore = createStore<readonly Toast[]>([]);

let lastId = 0;

interface Clock {
  /** Of the timer that is running; `undefined` while it is held. */
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  left: number;
}

const clocks = new Map<number, Clock>();
let held = false;

interface ToastOptions {
  tone?: Toast['tone'];
  /** A toast that asks for something stays until it is answered or put away. */
  action?: Toast['action'];
}

export function toast(text: string, { tone = 'plain', action }: ToastOptions = {}): void {
  const id = ++lastId;
  // The same sentence twice is one toast with a fresh clock.
  for (const other of toastStore.get()) if (other.text === text) forget(other.id);
  toastStore.set([...toastStore.get().filter((other) => other.text !== text), { id, text, tone, action }]);
  if (action) return;
  const clock: Clock = { timer: undefined, startedAt: 0, left: TOAST_MS };
  clocks.set(id, clock);
  if (!held) run(id, clock);
}

export function dismissToast(id: number): void {
  forget(id);
  toastStore.set(toastStore.get().filter((entry) => entry.id !== id));
  // The pointer cannot leave what is no longer there.
  if (toastStore.get().length === 0) resumeToasts();
}

/** While one is being read (pointer or focus on it), none goes. */
export function holdToasts(): void {
  if (held) return;
  held = true;
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer);
    clock.left -= performance.now() - clock.startedAt;
    clock.timer = undefined;
  }
}

/** Each goes on with the time it had left. */
export function resumeToasts(): void {
  if (!held) return;
  held = false;
  for (const [id, clock] of clocks) run(id, clock);
}

function run(id: number, clock: Clock): void {
  clock.startedAt = performance.now();
  clock.timer = setTimeout(() => dismissToast(id), Math.max(0, clock.left));
}

function forget(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}
