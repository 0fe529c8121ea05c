import { z } from './zod.ts';
import { Consents } from './auth.ts';
import { Id } from './ids.ts';

/** Body of the function `create-profile-and-friend`. The server uses id and email of the session. */
export const CreateProfileAndFriend = z.object({
  user_id: Id,
  email: z.optional(z.string()),
  username: z.optional(z.string()),
  /** Of a member who did not give them with the sign-up form. */
  consents: z.optional(Consents),
});
export type CreateProfileAndFriend = z.infer<typeof CreateProfileAndFriend>;

/** Its answer: the new or existing profile. */
export const CreatedProfile = z.object({ id: Id, username: z.nullable(z.string()) });
export type CreatedProfile = z.infer<typeof CreatedProfile>;

/** Body of the function `promote-user-to-admin`. The caller is the promoting member. */
export const PromoteUser = z.object({ targetUserId: Id });
export type PromoteUser = z.infer<typeof PromoteUser>;
