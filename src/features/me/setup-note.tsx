import { errorText } from '#copy/errors.ts';
import { meCopy } from '#copy/me.ts';
import above from '#ui/above-dock.module.css';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { SidePart } from '#ui/side-part.tsx';
import { type Invitation, useInvitation } from './invitation-queries.ts';
import styles from './setup-note.module.css';

function Content({ username, close }: Invitation) {
  return (
    <>
      <p>{username ? meCopy.invitation(username) : errorText('username_missing')}</p>
      <div className={styles.actions}>
        <LinkButton to="/editprofile" kind="ink" size="s">
          {meCopy.invitationAction}
        </LinkButton>
        <Button kind="text" size="s" onClick={close}>
          {meCopy.notNow}
        </Button>
      </div>
    </>
  );
}

/** The invitation to choose a username, in the sidebar. */
export function SetupPart() {
  const invitation = useInvitation();
  return (
    invitation && (
      <SidePart title={meCopy.setUpTitle}>
        <Content {...invitation} />
      </SidePart>
    )
  );
}

/** The same above the dock, where there is no sidebar. */
export function SetupNote() {
  const invitation = useInvitation();
  return (
    invitation && (
      <section data-later className={cx(above.note, styles.note)} aria-label={meCopy.setUpTitle}>
        <Content {...invitation} />
      </section>
    )
  );
}
