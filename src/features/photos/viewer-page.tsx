import { shellCopy } from '#copy/shell.ts';
import { viewerCopy } from '#copy/viewer.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Viewer } from './viewer.tsx';
import type { ViewerAddress } from '#contract/viewer-address.ts';
import { useLinkedPictures } from './viewer-queries.ts';

interface ViewerPageProps {
  address: ViewerAddress;
  onClose: () => void;
}

/** The screen of a link to a picture. */
export function ViewerPage(props: ViewerPageProps) {
  return (
    <ReplicaGate fallback={<Wait />}>
      <Linked {...props} />
    </ReplicaGate>
  );
}

const Wait = () => <output>{viewerCopy.loading}</output>;

function Linked({ address, onClose }: ViewerPageProps) {
  const { pictures, missing } = useLinkedPictures(address);
  if (pictures) return <Viewer pictures={pictures} onClose={onClose} />;
  if (missing === 'loading') return <Wait />;
  const isGone = missing === 'gone';
  return (
    <EmptyState
      heading="h1"
      drawing={isGone ? <BareFrame /> : <FlagFlying />}
      title={isGone ? viewerCopy.gone : viewerCopy.notOnDevice}
      text={isGone ? viewerCopy.goneText : viewerCopy.notOnDeviceText}
      // This screen has no navigation on phones.
      action={
        address.post ? (
          <LinkButton to="/posts/$postId" params={{ postId: address.post }} kind="outline" size="s">
            {viewerCopy.toPost}
          </LinkButton>
        ) : (
          <LinkButton to="/" kind="outline" size="s">
            {shellCopy.home}
          </LinkButton>
        )
      }
    />
  );
}
