let isRequested = false;

/**
 * Asks the browser not to clear this app's storage automatically. Call after the member has written something: then a
 * browser's prompt makes sense, and a browser that decides alone has seen the app in use.
 */
export async function requestPersistence(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Not supported, or not on a plain http address.
  }
}
