/** The caller, unless banned. */
export const READER = {
  reader: 'SELECT profiles.id AS uid FROM profiles WHERE profiles.id = auth.user_id() AND profiles.is_banned = false',
};

/** The caller, if staff. */
export const STAFF = {
  staff: `
    SELECT profiles.id AS uid FROM profiles
     WHERE profiles.id = auth.user_id() AND (profiles.role = 'admin' OR profiles.role = 'ceo') AND profiles.is_banned = false`,
};

/** The author that the parameter names, if the caller is a friend. */
export const friendlyAuthor = (parameter: string) => ({
  ok_author: `
    SELECT friends.friend_id AS uid FROM friends
     WHERE friends.user_id = auth.user_id() AND friends.status = 'accepted' AND friends.user_active = true
       AND friends.friend_id = ${parameter}`,
});
