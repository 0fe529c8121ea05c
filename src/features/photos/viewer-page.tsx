import { shellCopy } from '#copy/shell.ts';
import { viewerCopy } from '#copy/viewer.ts';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Viewer } from './viewer.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import type { ViewerAddress } from '#contract/viewer-address.ts';
import { useLinkedPictures } from './viewer-queries.ts';

interface ViewerPageProps {
  address: ViewerAddress;
  /** Another picture of the same post is shown, by its number from 0. */
  onMove: (at: number) => void;
  onClose: () => void;
}

export function ViewerPage(props: ViewerPageProps) {
  return props.address.post ? <Linked {...props} /> : <Missing address={props.address} reason="none" />;
}

const Wait = () => <WaitLine>{viewerCopy.loading}</WaitLine>;

function Linked({ address, onMove, onClose }: ViewerPageProps) {
  const { pictures, missing } = useLinkedPictures(address);
  if (pictures) return <Viewer pictures={pictures} onMove={onMove} onClose={onClose} />;
  if (missing === 'loading') return <Wait />;
  return <Missing address={address} reason={missing} />;
}

/** @param reason `none`: the address names no picture */
function Missing({ address, reason }: { address: ViewerAddress; reason: 'gone' | 'offline' | 'none' }) {
  const [title, text] = viewerCopy.missing[reason];
  return (
    <EmptyState
      heading="h1"
      drawing={reason === 'offline' ? <FlagFlying /> : <BareFrame />}
      title={title}
      text={text}
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
