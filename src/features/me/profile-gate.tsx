import type { ReactNode } from 'react';
import { meCopy } from '#copy/me.ts';
import { isUnreachable, type Missing } from '#lib/missing.ts';
import { FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { type ProfileValues, useOwnProfile } from './profile-queries.ts';
import { type ProfileDraft, useProfileDraft } from './use-profile-draft.ts';
import { WaitLine } from '#ui/wait-line.tsx';

export interface OpenProfile {
  id: string;
  values: ProfileValues;
  draft: ProfileDraft;
}

interface ProfileGateProps {
  missing: Missing;
  children: (profile: OpenProfile) => ReactNode;
}

/** Renders a form once the member's profile and its draft were read. */
export function ProfileGate({ missing, children }: ProfileGateProps) {
  const profile = useOwnProfile();
  if (profile) return <WithDraft profile={profile}>{children}</WithDraft>;
  if (!isUnreachable(missing)) return <Wait />;
  return <EmptyState drawing={<FlagFlying />} title={meCopy.notOnDeviceTitle} text={meCopy.notOnDeviceText} />;
}

const Wait = () => <WaitLine>{meCopy.loading}</WaitLine>;

interface WithDraftProps {
  profile: Omit<OpenProfile, 'draft'>;
  children: ProfileGateProps['children'];
}

function WithDraft({ profile, children }: WithDraftProps) {
  const draft = useProfileDraft(profile.values);
  return draft ? children({ ...profile, draft }) : <Wait />;
}
