import { openedPost, postPeople, type PostScope, withAllComments, withoutComments } from '../post-scope.ts';
import { type Chapter, parameter, rows } from '../stream.ts';
import { STAFF } from './readers.ts';

const IS_STAFF = 'auth.user_id() IN staff';
const IS_CEO =
  "auth.user_id() IN (SELECT profiles.id FROM profiles WHERE profiles.role = 'ceo' AND profiles.is_banned = false)";

const flagged: PostScope = () => `flagged = true AND author_page >= 0 AND ${IS_STAFF}`;
const opened: PostScope = ({ post }) => `${post} IN opened AND ${IS_STAFF}`;

export const advertising: Chapter = {
  heading:
    "Advertising, for the ceo. The role is read from the profile's row, so that losing it empties the device at once.",
  streams: {
    managed_ads: { queries: [rows('ads AS managed_ads', IS_CEO), rows('ad_clients', IS_CEO)] },
  },
};

export const staff: Chapter = {
  heading: "Staff. The role is read from the profile's row, so that a demotion applies at once.",
  streams: {
    staff_moderation: {
      auto_subscribe: true,
      priority: 3,
      with: STAFF,
      queries: [
        rows('member_flags', IS_STAFF),
        rows('post_flags', IS_STAFF),
        rows('reports', `is_open = true AND ${IS_STAFF}`),
        rows(
          'profiles AS staff_members',
          `(role = 'admin' OR role = 'ceo' OR is_banned = true OR is_muted = true OR is_watched = true) AND ${IS_STAFF}`,
        ),
        ...withoutComments(flagged),
        ...postPeople(flagged),
      ],
    },

    staff_post: {
      comment: 'A post of any audience, with who flagged it, while staff have its page or its panel open.',
      safe_because: "the profile's row decides who is staff; the parameter only selects",
      with: { ...STAFF, opened: openedPost("posts.status <> 'deleted'") },
      queries: [...withAllComments(opened), rows('post_flags', `id = ${parameter('post_id')} AND ${IS_STAFF}`)],
    },

    staff_member: {
      comment: 'One member as staff see them (role badge, standing), by id.',
      safe_because: "the profile's row decides who is staff; the parameter only selects",
      with: STAFF,
      queries: [rows('profiles AS staff_members', `id = ${parameter('user_id')} AND ${IS_STAFF}`)],
    },
  },
};
