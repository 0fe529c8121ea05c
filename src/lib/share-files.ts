import { download } from './download.ts';

/**
 * Gives files to another app or device by the system's sheet (AirDrop, Quick Share: also without a network), with a
 * text. Where there is none for files, they are downloaded. `text` is dropped where the system takes only files.
 */
export async function shareFiles(files: readonly File[], text: string): Promise<'shared' | 'closed' | 'downloaded'> {
  const plain = { files: [...files] };
  const whole = text === '' ? plain : { ...plain, text };
  const data = [whole, plain].find((one) => navigator.canShare?.(one));
  if (data) {
    try {
      await navigator.share(data);
      return 'shared';
    } catch (error) {
      // The member has closed the sheet.
      if ((error as DOMException).name === 'AbortError') return 'closed';
      // The tap was too long ago, or the system failed.
    }
  }
  for (const file of files) download(file, file.name);
  return 'downloaded';
}
