import { createStore } from '#lib/store.ts';

export interface Toast {
  id: number;
  text: string;
  /** `done` shows a check mark, `stop` an octagon. */
  tone: 'plain' | 'done' | 'stop';
  action?: { label: string; run: () => void } | undefined;
}

/** §9: four seconds, also with an action. What matters longer is also in the outbox or settings. */
export const TOAST_MS = 4000;

export const toastStore = createStore<readonly Toast[]>([]);

let lastId = 0;

interface Clock {
  /** Of the running timer; `undefined` while paused. */
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  left: number;
}

const clocks = new Map<number, Clock>();
const endings = new Map<number, () => void>();
let isPaused = false;

interface ToastOptions {
  tone?: Toast['tone'];
  action?: Toast['action'];
  /** Runs once when the toast goes (after four seconds, dismissed or replaced), but not after its action. */
  onGone?: (() => void) | undefined;
}

export function toast(text: string, { tone = 'plain', action, onGone }: ToastOptions = {}): void {
  const id = ++lastId;
  // The same text twice is one toast with a restarted timer.
  for (const other of toastStore.get()) if (other.text === text) forget(other.id, true);
  toastStore.set([...toastStore.get().filter((other) => other.text !== text), { id, text, tone, action }]);
  if (onGone) endings.set(id, onGone);
  const clock: Clock = { timer: undefined, startedAt: 0, left: TOAST_MS };
  clocks.set(id, clock);
  if (!isPaused) run(id, clock);
}

/** `answered`: its action was used. */
export function dismissToast(id: number, { answered = false } = {}): void {
  forget(id, !answered);
  toastStore.set(toastStore.get().filter((entry) => entry.id !== id));
  // A removed element fires no pointerleave.
  if (toastStore.get().length === 0) resumeToasts();
}

/** Pauses all timers while the pointer or the focus is on a toast. */
export function holdToasts(): void {
  if (isPaused) return;
  isPaused = true;
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer);
    clock.left -= performance.now() - clock.startedAt;
    clock.timer = undefined;
  }
}

/** Restarts each timer with its remaining time. */
export function resumeToasts(): void {
  if (!isPaused) return;
  isPaused = false;
  for (const [id, clock] of clocks) run(id, clock);
}

function run(id: number, clock: Clock): void {
  clock.startedAt = performance.now();
  clock.timer = setTimeout(() => dismissToast(id), Math.max(0, clock.left));
}

function forget(id: number, isGone: boolean): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  const onGone = endings.get(id);
  endings.delete(id);
  if (isGone) onGone?.();
}
