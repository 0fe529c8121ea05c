import imageCompression from 'browser-image-compression';
import { IMAGE_LIMITS } from '#contract/media.ts';

const QUALITY = 0.85;

/**
 * A photo as JPEG within §5 (1080 px, 5 MB), upright. Called in our worker: the library's own loads code from another
 * host. Null where it cannot decode in a worker (Safari). `onProgress`: 0 to 1.
 */
export async function compressJpeg(photo: Blob, onProgress: (part: number) => void = () => {}): Promise<Blob | null> {
  const file = new File([photo], '', { type: photo.type || 'image/jpeg' });
  const options = {
    maxSizeMB: IMAGE_LIMITS.bytes / 1024 / 1024,
    maxWidthOrHeight: IMAGE_LIMITS.side,
    initialQuality: QUALITY,
    fileType: 'image/jpeg',
    useWebWorker: false,
    onProgress: (percent: number) => onProgress(percent / 100),
  };
  return imageCompression(file, options).catch(() => null);
}
