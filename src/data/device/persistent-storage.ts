let isRequested = false;

/** Requests persistent storage. Call after the member wrote something, when a prompt makes sense. */
export async function requestPersistence(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Not supported, or not on a plain http address.
  }
}
