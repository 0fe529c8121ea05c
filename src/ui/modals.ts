import { createStore } from '#lib/store.ts';

/** The modal dialogs that are open, the uppermost last: everything outside of it is inert. */
export const modalStore = createStore<readonly HTMLDialogElement[]>([]);

/** Shows a dialog over all else. Answers with the way to close it again. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  modalStore.set([...modalStore.get(), dialog]);
  return () => {
    modalStore.set(modalStore.get().filter((other) => other !== dialog));
    dialog.close();
  };
}
