import { titlesCopy } from '#copy/titles.ts';

export function EditProfilePage() {
  return <h1>{titlesCopy.editProfile}</h1>;
}
