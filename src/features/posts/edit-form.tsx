import { useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { errorText } from '#copy/errors.ts';
import { mediaCopy } from '#copy/media.ts';
import { pollsCopy } from '#copy/polls.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { discardDraft, type Draft } from '#features/drafts/drafts.ts';
import type { DraftHandle } from '#features/drafts/use-draft.ts';
import { PollBuilder } from '#features/polls/poll-builder.tsx';
import { FixedPoll } from '#features/polls/fixed-poll.tsx';
import { GifButton, GifField } from '#features/gifs/gif-field.tsx';
import { useIsStaff } from '#features/me/queries.ts';
import { PhotoButtons } from '#features/media/photo-buttons.tsx';
import { PhotosField } from '#features/media/photos-field.tsx';
import { StoredVideo } from '#features/videos/stored-video.tsx';
import { usePhotos } from '#features/media/use-photos.ts';
import { usePhotoSources } from '#features/photos/source-queries.ts';
import { toast } from '#ui/toast-store.ts';
import { AudienceName } from './audience-name.tsx';
import styles from './composer.module.css';
import {
  audienceOfPost,
  type EditFields,
  editedPoll,
  gifOf,
  isPinned,
  keepsVideo,
  keptOf,
  postPoll,
  toEdit,
} from './edit-draft.ts';
import { useReaders, useStoredPictures } from './edit-queries.ts';
import { editPost } from './mutations.ts';
import { PinSwitch } from './pin-switch.tsx';
import { withPoll } from './post-draft.ts';
import { PostFields } from './post-fields.tsx';

/** What the member can correct in the form: §5 has its own sentences. */
const FORM_ERRORS = new Set<string>(['post_empty', 'too_long', 'poll_incomplete']);

interface EditFormProps extends Pick<DraftHandle<'edit'>, 'change' | 'changeFiles'> {
  post: FeedPost;
  draft: Draft<'edit'>;
  /** Nothing can be sent now. */
  offline: boolean;
  onUpdated: () => void;
}

/**
 * The composer's fields for a post that exists. Its audience cannot be changed, nor its poll once somebody has voted.
 */
export function EditForm({ post, draft, offline, change, changeFiles, onUpdated }: EditFormProps) {
  const mayPin = useIsStaff();
  const [problem, setProblem] = useState<{ code?: string; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const { fields } = draft;
  const { removed_images = [], order = [], alts } = fields;
  const edit = (part: EditFields) => {
    // The draft is deleted when the edit is stored.
    if (busy) return;
    setProblem(null);
    change(part);
  };
  const stored = useStoredPictures(post.id);
  const kept = keptOf(fields, stored);
  const sources = usePhotoSources(
    kept.map(({ url }) => url),
    true,
  );
  const photos = usePhotos({
    draft: { id: draft.id, place: `edit:${post.id}` },
    pictures: draft.files,
    edit(files) {
      setProblem(null);
      return changeFiles(draft.id, files);
    },
    stored: {
      photos: kept.map(({ id, url, alt }) => ({ id, alt: alt ?? '', src: sources[url] })),
      order,
      describe: (id, alt) => edit({ alts: { ...alts, [id]: alt } }),
      remove: (id) => edit({ removed_images: [...removed_images, id] }),
      changeOrder: (ids) => edit({ order: [...ids] }),
    },
  });
  const poll = postPoll(post);
  const gif = gifOf(fields, post);

  const submit = async () => {
    setBusy(true);
    const input = { ...toEdit(fields, post, mayPin), ...(draft.files.length > 0 && { images: draft.files }) };
    const result = await editPost(input).catch((thrown: Error) => thrown);
    setBusy(false);
    if (result instanceof Error) return setProblem({ text: postPagesCopy.unexpected(result.message) });
    if (!result.ok) {
      const reason = errorText(result.code);
      const { code } = result;
      return setProblem({ code, text: FORM_ERRORS.has(code) ? reason : postPagesCopy.updateFailed(reason) });
    }
    await discardDraft(draft.id);
    toast(postPagesCopy.updated);
    onUpdated();
  };
  return (
    <PostFields
      title={fields.title ?? ''}
      description={fields.description ?? ''}
      error={problem?.text ?? null}
      isTextInvalid={problem?.code !== 'poll_incomplete'}
      busy={busy || photos.taking.length > 0}
      isSending={busy}
      submitLabel={postPagesCopy.update}
      hint={offline ? postPagesCopy.offlineHint : null}
      onChange={edit}
      onSubmit={() => void submit()}
      tools={<PhotoButtons photos={photos} disabled={busy} />}
      lateTools={<GifButton onPick={(gif_url) => edit({ gif_url })} />}
      bar={
        <>
          <FixedAudience postId={post.id} />
          <PinSwitch
            checked={isPinned(fields, post)}
            disabled={!mayPin}
            reason={mayPin ? undefined : postPagesCopy.pinReason}
            onChange={(sticky) => edit({ sticky })}
          />
        </>
      }
    >
      <PhotosField photos={photos} />
      {stored.length === 0 && post.images && <p className={styles.later}>{mediaCopy.notLoaded}</p>}
      {keepsVideo(fields, post) && <StoredVideo post={post} onRemove={() => edit({ removesVideo: true })} />}
      {gif && <GifField url={gif} onRemove={() => edit({ gif_url: '' })} />}
      {poll && poll.total === 0 && (
        <PollBuilder
          poll={editedPoll(fields, poll)}
          invalid={problem?.code === 'poll_incomplete'}
          onChange={(changed) => edit(withPoll(changed))}
        />
      )}
      {poll && poll.total > 0 && <FixedPoll poll={poll} />}
      {!poll && post.poll_id && <p className={styles.later}>{pollsCopy.notLoaded}</p>}
    </PostFields>
  );
}

/** The audience of a post never changes. */
function FixedAudience({ postId }: { postId: string }) {
  const readers = useReaders(postId);
  if (!readers) return null;
  return (
    <div className={styles.fixed}>
      <p>
        <AudienceName {...audienceOfPost(readers)} />
      </p>
      <small>{postPagesCopy.audienceSoon}</small>
    </div>
  );
}
