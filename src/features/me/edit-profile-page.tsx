import { ProfileForm } from './profile-form.tsx';
import { ProfileGate } from './profile-gate.tsx';
import { ProfilePictures } from './profile-pictures.tsx';

interface EditProfilePageProps {
  offline: boolean;
  /** 1.5 s after a change was saved. */
  onDone: () => void;
}

/** §2: the form of /profile?edit=true. */
export function EditProfilePage({ offline, onDone }: EditProfilePageProps) {
  return (
    <ProfileGate offline={offline}>
      {({ values, draft }) => (
        <>
          <ProfilePictures />
          <ProfileForm draft={draft} own={values['username'] ?? ''} offline={offline} onDone={onDone} />
        </>
      )}
    </ProfileGate>
  );
}
