import { titlesCopy } from '#copy/titles.ts';

export function ProfileSetupPage() {
  return <h1>{titlesCopy.editProfile}</h1>;
}
