import { titlesCopy } from '#copy/titles.ts';

/** The profile of the member with this name. */
export function ProfilePage({ username }: { username: string }) {
  return <h1>{`@${username}`}</h1>;
}

export function OwnProfilePage() {
  return <h1>{titlesCopy.profile}</h1>;
}
