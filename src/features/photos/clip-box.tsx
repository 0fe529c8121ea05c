import { PhotoBox } from '#ui/photo.tsx';

/** The place of a gif or video, whose size is not known before it loads. */
export function ClipBox({ className }: { className?: string | undefined }) {
  'use no memo';
  return (
    <div className={className}>
      <PhotoBox ratio={1.5} />
    </div>
  );
}
