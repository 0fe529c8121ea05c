import { EditProfile } from '#contract/profile.ts';
import { defineMutation } from '#data/outbox/mutation.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

type Fields = Record<string, string | null>;

/** Changes the member's profile. Sends only changed fields. If the username is taken by then, the outbox shows the rejection. */
export const updateProfile = defineMutation(EditProfile, { serialize: () => 'profile' }, ({ userId }, input) => {
  const { privacy_settings, ...fields } = input;
  const next: Fields = { ...fields, privacy_settings: JSON.stringify(privacy_settings) };
  return {
    kind: 'profile',
    entity_id: userId,
    text: input.username,
    about: `@${input.username}`,
    replaces: true,
    write: async (tx, metadata) => {
      const current = await tx.getOptional<Fields>('SELECT * FROM my_profile WHERE id = ?', [userId]);
      const changed = Object.keys(next).filter((name) => (current?.[name] ?? null) !== next[name]);
      if (changed.length === 0) return;
      const sets = changed.map((name) => `${name} = ?`).join(', ');
      const values = changed.map((name) => next[name] ?? null);
      await tx.execute(`UPDATE my_profile SET ${sets}, _metadata = ? WHERE id = ?`, [...values, metadata, userId]);
    },
  };
});
