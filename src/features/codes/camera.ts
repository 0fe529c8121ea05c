export type CameraProblem = 'denied' | 'none' | 'busy';

/** Readers need no more, and a phone's whole picture would take them seconds. */
const IDEAL = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } } as const;

/** The camera on the back, or the only one. The caller stops its tracks. */
export async function openCamera(): Promise<MediaStream | CameraProblem> {
  // Missing without https.
  if (!navigator.mediaDevices?.getUserMedia) return 'none';
  try {
    return await navigator.mediaDevices.getUserMedia({ video: IDEAL, audio: false });
  } catch (error) {
    const { name } = error as DOMException;
    if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
    return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
  }
}

export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
