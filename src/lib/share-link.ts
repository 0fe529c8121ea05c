/** Not in all browsers, and only on https. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the system's share sheet. False if it was closed, or the browser did not allow it. */
export async function shareLink(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // Closing the system's sheet is not a failure.
    console.debug('The link was not shared.', error);
    return false;
  }
}

/** False if the browser did not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
