import { PhotoBox } from '#ui/photo.tsx';

/** A video's width / height by its address (contract/video-name.ts); upright ones have bars at the sides. */
export const clipRatio = (url: string | null): number => {
  const [, width, height] = /_(\d+)x(\d+)_/.exec(url ?? '') ?? [];
  return Math.max(0.8, Number(width) / Number(height) || 16 / 9);
};

interface ClipBoxProps {
  post: { gif_url: string | null; video_url: string | null };
  className?: string | undefined;
}

/** The place of a gif, whose size is not known before it loads, or of a video. */
export function ClipBox({ post, className }: ClipBoxProps) {
  'use no memo';
  return (
    <div className={className}>
      <PhotoBox ratio={post.gif_url ? 1.5 : clipRatio(post.video_url)} />
    </div>
  );
}
