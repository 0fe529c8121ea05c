import { safetyCopy } from '#copy/safety.ts';
import { useIsMember } from '#features/me/queries.ts';
import { Section } from '#features/settings/section.tsx';
import { MemberListPart } from './member-list.tsx';
import styles from './member-list.module.css';

/** Of the lists on the settings page. */
export const SAFETY_ANCHOR = 'blocked-members';

/** On the settings page: the members whom the reader blocks and mutes. */
export function SafetySection() {
  if (!useIsMember()) return null;
  return (
    <Section title={safetyCopy.sectionTitle}>
      <p id={SAFETY_ANCHOR} className={styles.text}>
        {safetyCopy.sectionText}
      </p>
      <MemberListPart list="blocks" />
      <MemberListPart list="mutes" />
    </Section>
  );
}
