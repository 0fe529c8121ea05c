import { useState } from 'react';
import { postsCopy } from '#copy/posts.ts';
import { type DuePhoto, type DuePost, useDuePhoto, useDuePhotos } from '#features/outbox/due-queries.ts';
import { PhotoRows } from '#features/photos/photo-grid.tsx';
import { Photo } from '#ui/photo.tsx';

interface DuePhotosProps {
  post: DuePost;
  username: string;
  className?: string | undefined;
}

/** The photos of a post that is being prepared, in the places that they will have. */
export function DuePhotos({ post, username, className }: DuePhotosProps) {
  const photos = useDuePhotos(post);
  if (photos.length === 0) return null;
  return (
    <PhotoRows images={photos} className={className}>
      {photos.map((photo) => (
        <One key={photo.id} photo={photo} alt={postsCopy.photoAlt(username)} />
      ))}
    </PhotoRows>
  );
}

function One({ photo: { name, width, height }, alt }: { photo: DuePhoto; alt: string }) {
  const src = useDuePhoto(name);
  // Until the reduced one is read, the small one stays.
  const [last, setLast] = useState(src);
  if (src && src !== last) setLast(src);
  return <Photo src={src ?? last ?? undefined} alt={alt} width={width} height={height} />;
}
