import { z } from '#contract/zod.ts';
import { defineMutation } from '../outbox/mutation.ts';

const ProfilePicture = z.object({ field: z.enum(['profile_image_url', 'banner_url']), url: z.string() });

/** Shows an uploaded picture as avatar or banner. An unsent edit of other fields stays queued. A repeated call changes nothing. */
export const setProfilePicture = defineMutation(
  ProfilePicture,
  { serialize: () => 'profile' },
  ({ userId, username }, { field, url }) => ({
    kind: 'profile',
    entity_id: userId,
    text: username ?? '',
    about: `@${username ?? ''}`,
    replaces: false,
    write: async (tx, metadata) => {
      const current = await tx.getOptional<Record<string, string | null>>('SELECT * FROM my_profile WHERE id = ?', [
        userId,
      ]);
      if (current?.[field] === url) return;
      await tx.execute(`UPDATE my_profile SET ${field} = ?, _metadata = ? WHERE id = ?`, [url, metadata, userId]);
    },
  }),
);
