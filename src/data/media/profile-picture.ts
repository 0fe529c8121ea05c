import { z } from '#contract/zod.ts';
import { defineMutation } from '../outbox/mutation.ts';
import { profileChange } from '../outbox/profile-change.ts';

const ProfilePicture = z.object({ field: z.enum(['profile_image_url', 'banner_url']), url: z.string() });

/** Shows an uploaded picture. An unsent edit of other fields stays queued. A repeated call changes nothing. */
export const setProfilePicture = defineMutation(
  ProfilePicture,
  { serialize: () => 'profile' },
  ({ userId, username }, { field, url }) => profileChange({ userId, username }, { [field]: url }),
);
