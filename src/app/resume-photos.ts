import { readKey } from '#data/device/kv.ts';
import { originalsKey } from '#data/drafts/originals-key.ts';
import { sessionStore } from '#data/session/session.ts';

/** Photos that were chosen in an earlier page and not reduced there, and the posts that were submitted with them. */
export function resumePhotos(): void {
  let account = '';
  const resume = async () => {
    const session = sessionStore.get();
    if (session.kind === 'guest' || session.userId === account) return;
    account = session.userId;
    if ((await readKey(originalsKey(account)).catch(() => false)) !== true) return;
    await (await import('#features/posts/due-posts.ts')).resumeDuePosts();
  };
  const start = () => void resume().catch((error) => console.debug('Photos could not be resumed.', error));
  sessionStore.subscribe(start);
  start();
}
