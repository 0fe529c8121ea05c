import { PRIVATE_FIELDS } from '#contract/profile.ts';
import type { NewAction } from './mutation.ts';

type ProfileFields = Record<string, string | null>;

/** The flags that are set, in a fixed order: Postgres returns another spelling of the same JSON. */
export function flagsOf(settings: string | null | undefined): string {
  const flags = JSON.parse(settings ?? '{}') as Record<string, unknown>;
  return JSON.stringify(
    Object.fromEntries(PRIVATE_FIELDS.flatMap((name) => (flags[name] === true ? [[name, true]] : []))),
  );
}

const isSame = (name: string, before: string | null | undefined, after: string | null | undefined): boolean =>
  name === 'privacy_settings' ? flagsOf(before) === flagsOf(after) : (before ?? null) === (after ?? null);

/**
 * An action that sends only changed fields, and nothing if none is. `replaces`: it takes the place of an unsent edit of
 * the whole profile.
 */
export function profileChange(
  { userId, username }: { userId: string; username: string | null | undefined },
  next: ProfileFields,
  { replaces = false } = {},
): NewAction {
  return {
    kind: 'profile',
    entity_id: userId,
    text: username ?? '',
    about: `@${username ?? ''}`,
    replaces,
    write: async (tx, metadata) => {
      const current = await tx.getOptional<ProfileFields>('SELECT * FROM my_profile WHERE id = ?', [userId]);
      const changed = Object.keys(next).filter((name) => !isSame(name, current?.[name], next[name]));
      if (changed.length === 0) return;
      const sets = changed.map((name) => `${name} = ?`).join(', ');
      const values = changed.map((name) => next[name] ?? null);
      await tx.execute(`UPDATE my_profile SET ${sets}, _metadata = ? WHERE id = ?`, [...values, metadata, userId]);
    },
  };
}
