import { useState } from 'react';
import type { PostImage } from '#contract/post-images.ts';
import { adminCopy } from '#copy/admin.ts';
import { errorText } from '#copy/errors.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { usePhotoSources } from '#features/photos/source-queries.ts';
import { Button } from '#ui/button.tsx';
import { EyeIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './case.module.css';
import { notePictureView } from './mutations.ts';
import { useReportedPictures } from './queries.ts';

/** The pictures of a reported post. One is loaded only on request, which is logged. */
export function ReportedPictures({ postId }: { postId: string }) {
  return useReportedPictures(postId).map((image) => <ReportedPicture key={image.url} postId={postId} image={image} />);
}

function ReportedPicture({ postId, image }: { postId: string; image: PostImage }) {
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const offline = useOffline();
  const show = async () => {
    setBusy(true);
    const reply = await notePictureView(postId, image.url);
    setBusy(false);
    if (reply.ok) setShown(true);
    else toast(reply.message || errorText(reply.code), { tone: 'stop' });
  };
  return (
    <figure className={styles.evidence}>
      {isShown ? (
        <>
          <div data-shown="true">
            <ShownPicture image={image} />
          </div>
          <Button kind="outline" size="s" onClick={() => setShown(false)}>
            {adminCopy.hidePicture}
          </Button>
        </>
      ) : (
        <div data-shown="false" className={styles.covered}>
          {image.preview && <img src={image.preview} alt="" />}
          <div>
            <Button kind="outline" busy={isBusy} disabled={offline} onClick={() => void show()}>
              <EyeIcon size="s" />
              {adminCopy.showPicture}
            </Button>
            <p>{offline ? adminCopy.needsNetwork : adminCopy.pictureNote}</p>
          </div>
        </div>
      )}
    </figure>
  );
}

function ShownPicture({ image: { url, alt } }: { image: PostImage }) {
  const src = usePhotoSources([url], false)[url];
  return src ? <img src={src} alt={alt || adminCopy.pictureAlt} /> : <output>{adminCopy.loading}</output>;
}
