/** The signed-in member as the shell shows them. */
export interface Me {
  id: string;
  username: string;
  profile_image_url: string | null;
  role: string;
  /** 0 Fresh Mag … 4 Veteran. */
  rank: number;
}

export interface MeRow {
  id: string;
  username: string | null;
  profile_image_url: string | null;
  role: string | null;
  rank: number | null;
}

export const toMe = ({ id, username, profile_image_url, role, rank }: MeRow): Me => ({
  id,
  username: username ?? '',
  profile_image_url,
  role: role ?? 'user',
  rank: rank ?? 0,
});
