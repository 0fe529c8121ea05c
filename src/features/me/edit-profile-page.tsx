import type { Missing } from '#lib/missing.ts';
import { ProfileForm } from './profile-form.tsx';
import { ProfileGate } from './profile-gate.tsx';
import { ProfilePictures } from './profile-pictures.tsx';

interface EditProfilePageProps {
  offline: boolean;
  /** What is to be said without the profile. */
  missing: Missing;
  /** 1.5 s after a change was saved. */
  onDone: () => void;
}

/** §2: the form of /profile?edit=true. */
export function EditProfilePage({ offline, missing, onDone }: EditProfilePageProps) {
  return (
    <ProfileGate missing={missing}>
      {({ values, draft }) => (
        <>
          <ProfilePictures />
          <ProfileForm draft={draft} own={values['username'] ?? ''} offline={offline} onDone={onDone} />
        </>
      )}
    </ProfileGate>
  );
}
