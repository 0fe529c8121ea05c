import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Picture } from '#contract/media.ts';
import { errorText } from '#copy/errors.ts';
import { pollsCopy } from '#copy/polls.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import type { Arrived } from '#features/drafts/drafts.ts';
import { GifButton, GifField } from '#features/gifs/gif-field.tsx';
import { useMe } from '#features/me/queries.ts';
import { PhotoButtons } from '#features/media/photo-buttons.tsx';
import { PhotosField } from '#features/media/photos-field.tsx';
import { usePhotos } from '#features/media/use-photos.ts';
import { useVideo } from '#features/videos/use-video.ts';
import { VideoButton } from '#features/videos/video-button.tsx';
import { PollBuilder } from '#features/polls/poll-builder.tsx';
import { ignoreDoubleClick } from '#lib/ignore-double-click.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { AddPollIcon } from '#ui/icons/more-icons.tsx';
import { AudienceButton } from './audience-dialog.tsx';
import styles from './composer.module.css';
import { sendSubmitted, waitForPhotos } from './due-mutations.ts';
import { createPost } from './mutations.ts';
import { useArrived } from './use-arrived.ts';
import { PinSwitch } from './pin-switch.tsx';
import { sendDuePosts } from './due-posts.ts';
import {
  asDue,
  audienceOf,
  EMPTY_POLL,
  NOT_DUE,
  type PostFields as Fields,
  pollOf,
  toPost,
  withPoll,
} from './post-draft.ts';
import { PostFields } from './post-fields.tsx';

const VideoField = lazy(async () => ({ default: (await import('#features/videos/video-field.tsx')).VideoField }));

interface ComposerProps {
  /** For createPost: a second submit of the same draft creates no second post. */
  draftId: string;
  fields: Fields;
  pictures: readonly Picture[];
  /** Files that another app shared. */
  arrived?: Arrived | undefined;
  below?: ReactNode;
  onChange: (part: Fields) => void;
  /** May return a promise of the result of saving them. */
  onPictures: (edit: (before: Picture[]) => Picture[]) => unknown;
  /** Nothing can be sent now. Shows a hint beside the button. */
  offline: boolean;
  onPosted: () => void;
  /** The member has no username yet. The draft is saved. */
  onNeedsUsername: () => void;
}

/** Errors that the member corrects in the form, so they say nothing about the poll. */
const FORM_ERRORS: readonly string[] = ['post_empty', 'poll_incomplete', 'too_long', 'username_missing'];

export function Composer({ draftId, fields, pictures, arrived, below, offline, ...on }: ComposerProps) {
  const { onChange, onPictures, onPosted, onNeedsUsername } = on;
  const [problem, setProblem] = useState<{ code: string; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  /** Submitted while photos are being reduced. */
  const [isDue, setDue] = useState(false);
  const isCeo = useMe()?.role === 'ceo';
  const root = useRef<HTMLDivElement>(null);
  const poll = pollOf(fields);
  const photos = usePhotos({
    draft: { id: draftId, place: 'post' },
    pictures,
    edit(change) {
      setProblem(null);
      return onPictures(change);
    },
  });
  // If this form is left while photos are reduced.
  useEffect(sendDuePosts, []);

  useArrived(draftId, arrived, photos);

  const submit = async () => {
    // It goes out when they are ready.
    if (photos.taking.length > 0) {
      const due = asDue(pictures.length + photos.taking.length, fields.id);
      onChange(due);
      waitForPhotos(due.due.id);
      return setDue(true);
    }
    setBusy(true);
    const id = fields.due?.id;
    const post = { ...toPost(fields, isCeo), ...(pictures.length > 0 && { images: [...pictures] }), draftId };
    const sending = id ? sendSubmitted({ ...post, id }) : createPost(post);
    const result = await sending.catch((thrown: Error) => thrown);
    // Taken back in the outbox: another form has the draft.
    if (result === null) return setBusy(false);
    const isSent = !(result instanceof Error) && result.ok;
    if (id && !isSent) onChange(NOT_DUE);
    if (result instanceof Error) {
      setBusy(false);
      return setProblem({ code: 'unexpected', text: postPagesCopy.unexpected(result.message) });
    }
    if (result.ok) {
      ignoreDoubleClick();
      return onPosted();
    }
    setBusy(false);
    const reason = errorText(result.code);
    const hasFailedPoll = poll && !FORM_ERRORS.includes(result.code);
    setProblem({ code: result.code, text: hasFailedPoll ? `${pollsCopy.failed} ${reason}` : reason });
    if (result.code === 'username_missing') onNeedsUsername();
  };
  const submitDue = useEffectEvent(() => {
    setDue(false);
    if (photos.problem === null) void submit();
    // A photo was left out: the member decides.
    else onChange(NOT_DUE);
  });
  const isReady = photos.taking.length === 0;
  useEffect(() => {
    if (!isDue || !isReady) return;
    const timer = setTimeout(submitDue);
    return () => clearTimeout(timer);
  }, [isDue, isReady]);
  const edit = (part: Fields) => {
    // The draft is deleted when the post is stored, at a cold start seconds later.
    if (busy) return;
    setProblem(null);
    onChange(part);
  };
  const video = useVideo(fields.video ?? '', (id) => edit({ video: id }));
  const togglePoll = () => {
    // The draft keeps a filled one, for another press.
    if (poll) return edit({ poll: { ...withPoll(poll).poll, isOff: true } });
    edit(withPoll(fields.poll ?? EMPTY_POLL));
    // After the builder was drawn.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-poll-question]')?.focus());
  };
  return (
    <div ref={root} className={styles.whole}>
      <PostFields
        title={fields.title ?? ''}
        description={fields.description ?? ''}
        error={problem?.text ?? null}
        isTextInvalid={problem !== null && problem.code !== 'poll_incomplete'}
        busy={busy || isDue || video.checking !== null}
        isSending={busy}
        submitLabel={busy || isDue ? postPagesCopy.submitting : postPagesCopy.submit}
        hint={offline ? postPagesCopy.offlineHint : null}
        onChange={edit}
        onSubmit={() => void submit()}
        tools={
          <>
            <PhotoButtons photos={photos} disabled={busy} />
            <IconButton label={pollsCopy.addPoll} pressed={poll !== null} onClick={togglePoll}>
              <AddPollIcon />
            </IconButton>
          </>
        }
        lateTools={
          <>
            <GifButton onPick={(gif_url) => edit({ gif_url })} />
            {isCeo ? <VideoButton video={video} /> : <span />}
          </>
        }
        bar={
          <>
            <AudienceButton
              audience={audienceOf(fields)}
              chosen={fields.chosen ?? []}
              onChange={(audience, chosen) => edit({ audience, chosen: [...chosen] })}
            />
            {isCeo && <PinSwitch checked={fields.sticky === true} onChange={(sticky) => edit({ sticky })} />}
          </>
        }
      >
        <PhotosField photos={photos} isForPost />
        {photos.taking.length === 0 && below}
        {isCeo && (video.id || video.checking || video.problem) && (
          <Suspense>
            <VideoField video={video} />
          </Suspense>
        )}
        {fields.gif_url && <GifField url={fields.gif_url} onRemove={() => edit({ gif_url: '' })} />}
        {poll && (
          <PollBuilder
            poll={poll}
            invalid={problem?.code === 'poll_incomplete'}
            onChange={(changed) => edit(withPoll(changed))}
            onRemove={() => edit({ poll: undefined })}
          />
        )}
      </PostFields>
    </div>
  );
}
