import { createStore } from '#lib/store.ts';

/** The open modal dialogs, topmost last: everything outside the topmost is inert. */
export const modalStore = createStore<readonly HTMLDialogElement[]>([]);

/** Shows a modal dialog; returns the function that closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  modalStore.set([...modalStore.get(), dialog]);
  return () => {
    modalStore.set(modalStore.get().filter((other) => other !== dialog));
    dialog.close();
  };
}
