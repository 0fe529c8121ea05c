let asked = false;

/**
 * Asks the browser not to clear this app's storage by itself. Called when the member has written something: then there is something
 * to lose, a browser that asks its user does so at a moment that explains it, and one that decides alone has seen use.
 */
export async function keepStorage(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Not in this browser, or not on a plain http address.
  }
}
