import { z } from './zod.ts';
import { Id } from './ids.ts';

/** Body of the function `create-profile-and-friend`. The server trusts none of it: id and e-mail come from the session. */
export const CreateProfileAndFriend = z.object({
  user_id: Id,
  email: z.string().optional(),
  username: z.string().optional(),
});
export type CreateProfileAndFriend = z.infer<typeof CreateProfileAndFriend>;

/** Its answer: the profile, new or already there. */
export const CreatedProfile = z.object({ id: Id, username: z.string().nullable() });
export type CreatedProfile = z.infer<typeof CreatedProfile>;

/** Body of the function `promote-user-to-admin`. Who promotes is the caller. */
export const PromoteUser = z.object({ targetUserId: Id });
export type PromoteUser = z.infer<typeof PromoteUser>;
