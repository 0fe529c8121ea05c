import { titlesCopy } from '#copy/titles.ts';

export function MembersPage() {
  return <h1>{titlesCopy.members}</h1>;
}
