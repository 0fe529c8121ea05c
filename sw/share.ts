import { storeShared, type SharedFile } from '#data/drafts/shared.ts';
import { signedIn } from './signed-in.ts';

declare const self: ServiceWorkerGlobalScope;

/** `share_target.action` in the manifest. */
const ACTION = '/share';
const COMPOSER = '/create-post';

/** Takes what another app shares, stores it, and only then opens the composer, which makes a draft of it. */
export function takeShares(): void {
  self.addEventListener('fetch', (event) => {
    const { method, url } = event.request;
    if (method === 'POST' && new URL(url).pathname === ACTION) event.respondWith(take(event.request));
  });
}

async function take(request: Request): Promise<Response> {
  let isKept = false;
  try {
    const form = await request.formData();
    const files = form.getAll('files').flatMap((value) => (value instanceof File && value.size > 0 ? [value] : []));
    await storeShared({
      ...wordsOf(form),
      id: crypto.randomUUID(),
      member: await signedIn(),
      files: await Promise.all(files.map(read)),
      at: Date.now(),
    });
    isKept = true;
  } catch (error) {
    console.debug('What was shared could not be stored.', error);
  }
  // 303, so that the browser opens the composer with GET and a reload does not share again.
  return Response.redirect(isKept ? COMPOSER : `${COMPOSER}?share=failed`, 303);
}

const read = async (file: File): Promise<SharedFile> => ({
  name: file.name,
  type: file.type,
  bytes: await file.arrayBuffer(),
});

/** Android puts a link into the text, other systems into `url`, and some into both. */
function wordsOf(form: FormData): { title: string; text: string } {
  const word = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [text, url] = [word('text'), word('url')];
  return { title: word('title'), text: url && !text.includes(url) ? [text, url].filter(Boolean).join('\n') : text };
}
