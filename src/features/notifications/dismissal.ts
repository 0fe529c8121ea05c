import { errorText } from '#copy/errors.ts';
import { notificationsCopy } from '#copy/notifications.ts';
import { createStore } from '#lib/store.ts';
import { toast } from '#ui/toast-store.ts';
import { dismissNotifications } from './mutations.ts';

/** Dismissed notifications that can still be brought back. */
export const dismissedStore = createStore<ReadonlySet<string>>(new Set());

function show(ids: readonly string[]): void {
  dismissedStore.set(new Set([...dismissedStore.get()].filter((id) => !ids.includes(id))));
}

/** Hides the notifications at once and deletes them when the toast with "Undo" is gone. */
export function dismiss(ids: readonly string[]): void {
  const complete = async () => {
    const result = await dismissNotifications([...ids]);
    if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
    show(ids);
  };
  // The same text replaces the earlier toast, which completes the earlier dismissal.
  toast(notificationsCopy.dismissed, {
    action: { label: notificationsCopy.undo, run: () => show(ids) },
    onGone: () => void complete(),
  });
  dismissedStore.set(new Set([...dismissedStore.get(), ...ids]));
}
