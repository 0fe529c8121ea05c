import { PRIVATE_FIELDS } from '#contract/profile.ts';
import { outboxRows } from '#data/outbox/items.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { useLive } from '#features/replica/use-live.ts';

/** The values of the form by field; '' for an empty one. A ticked "Private?" box is 'true' under `private_<field>`. */
export type ProfileValues = Readonly<Record<string, string>>;

type ProfileRow = { id: string; privacy_settings: string | null } & Record<string, string | null>;

const COLUMNS = ['username', 'first_name', 'last_name', 'city', 'state', 'about', 'dob', 'email'] as const;
const SQL = `SELECT id, ${COLUMNS.join(', ')}, privacy_settings FROM my_profile`;

function valuesOf(fields: Readonly<Record<string, unknown>>): ProfileValues {
  const values: Record<string, string> = {};
  for (const name of COLUMNS) {
    const value = fields[name];
    if (name in fields) values[name] = typeof value === 'string' ? value : '';
  }
  if (typeof fields['privacy_settings'] === 'string') {
    const flags = JSON.parse(fields['privacy_settings']) as Record<string, unknown>;
    for (const name of PRIVATE_FIELDS) values[`private_${name}`] = flags[name] === true ? 'true' : '';
  }
  return values;
}

const decode = (row: ProfileRow) => ({ id: row.id, values: valuesOf(row) });

/** The member's profile with unsent changes; null until it has synced. */
export const useOwnProfile = (): { id: string; values: ProfileValues } | null =>
  useLive<ProfileRow, ReturnType<typeof decode>>({ sql: SQL, decode }).rows[0] ?? null;

interface PicturesRow {
  id: string;
  profile_image_url: string | null;
  banner_url: string | null;
}

const PICTURES_SQL = 'SELECT id, profile_image_url, banner_url FROM my_profile';
const toPictures = (row: PicturesRow) => ({ avatar: row.profile_image_url, banner: row.banner_url });

export const useOwnPictures = (): ReturnType<typeof toPictures> =>
  useLive<PicturesRow, ReturnType<typeof toPictures>>({ sql: PICTURES_SQL, decode: toPictures }).rows[0] ?? {
    avatar: null,
    banner: null,
  };

export interface RejectedEdit {
  values: ProfileValues;
  reason: string | null;
}

const rejected = deriveStore([outboxRows], ({ rows }): RejectedEdit | null => {
  const action = rows.findLast(({ kind, state }) => kind === 'profile' && state === 'refused');
  if (!action) return null;
  const fields = Object.assign({}, ...action.ops.map(({ data }) => data ?? {})) as Record<string, unknown>;
  return { values: valuesOf(fields), reason: action.last_error };
});

/** The last change of the profile that the server rejected; null if there is none. */
export const useRejectedEdit = (): RejectedEdit | null => useStore(rejected);
