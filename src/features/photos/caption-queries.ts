import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useLive } from '#features/replica/use-live.ts';
import { useStore } from '#lib/use-store.ts';

/** Parameters: post, comment or ''. */
const SQL = `SELECT p.id, p.title, p.description, p.visibility, p.user_id, c.text FROM posts p
  LEFT JOIN comments c ON c.id = ?2 AND c.post_id = p.id WHERE p.id = ?1`;

interface Row {
  id: string;
  title: string | null;
  description: string | null;
  visibility: string | null;
  user_id: string | null;
  text: string | null;
}

const decode = ({ title, description, visibility, user_id, text }: Row, session: Session) => ({
  caption: text ?? captionOf(title, description),
  isFree: visibility === 'public' || user_id === accountOf(session),
});

/** The text that goes with a picture of a post. */
export const captionOf = (title: string | null, description: string | null): string =>
  [title, description].filter(Boolean).join('\n\n');

/**
 * The text of a picture's post or comment; null if the picture is not to be given to others: of a friends-only post of
 * another member.
 */
export function useCaption(post: string, comment = ''): string | null {
  useStore(sessionStore);
  const [found] = useLive<Row, ReturnType<typeof decode>>({ sql: SQL, parameters: [post, comment], decode }).rows;
  return found?.isFree ? found.caption : null;
}

/** The bytes of a picture, from this device if they are on it. */
export const readPicture = async (url: string): Promise<Blob | null> =>
  (await import('#data/range/picture-file.ts')).readPicture(url);
