import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ProfileCode, readCode } from '#contract/profile-code.ts';
import { codesCopy } from '#copy/codes.ts';
import { vibrate } from '#lib/haptics.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useAccount } from './queries.ts';
import { openReader } from './reader.ts';
import styles from './codes.module.css';

type CameraProblem = 'denied' | 'none' | 'busy';

/** Readers need no more, and a phone's whole picture would take them seconds. */
const IDEAL = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } } as const;

/** The camera on the back, or the only one. The caller stops its tracks. */
async function openCamera(): Promise<MediaStream | CameraProblem> {
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

const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Between two looks at the picture: a look takes up to 40 ms of a slow phone. */
const PAUSE_MS = 120;

type State = 'starting' | 'live' | 'reader' | CameraProblem;

interface ScannerProps {
  onRead: (code: ProfileCode) => void;
  /** Leaves the page that the scanner covers. */
  onLeave: () => void;
}

/** Reads the code of another member with the camera. Without one it asks for the name. */
export function Scanner({ onRead, onLeave }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>('starting');
  const [problem, setProblem] = useState('');
  const account = useAccount();

  useEffect(() => {
    const end = new AbortController();
    const onText = (text: string) => {
      const code = readCode(text, location.origin);
      if (code && code.id !== account) {
        vibrate('sent');
        return onRead(code);
      }
      setProblem(code ? codesCopy.own : codesCopy.wrong);
    };
    void scan(video, end.signal, setState, onText);
    return () => end.abort();
  }, [onRead, account]);

  if (state !== 'starting' && state !== 'live') return <WithoutCamera state={state} onLeave={onLeave} />;
  return (
    <div className={styles.scanner}>
      <div className={styles.picture}>
        <video ref={video} className={styles.video} muted playsInline aria-label={codesCopy.camera} />
        <span className={styles.frame} aria-hidden="true" />
      </div>
      <p className={styles.hint}>{state === 'starting' ? codesCopy.starting : codesCopy.scanText}</p>
      <output className={styles.problem}>{problem}</output>
    </div>
  );
}

/** Shows the camera's picture and calls `onText` with the text of each code in it, until `signal` ends it. */
async function scan(
  video: { readonly current: HTMLVideoElement | null },
  signal: AbortSignal,
  onState: (state: State) => void,
  onText: (text: string) => void,
): Promise<void> {
  const [read, camera] = await Promise.all([openReader().catch(() => null), openCamera()]);
  const stop = () => typeof camera !== 'string' && closeCamera(camera);
  if (signal.aborted) return void stop();
  if (typeof camera === 'string') return onState(camera);
  const element = video.current;
  if (!read || !element) {
    stop();
    return onState('reader');
  }
  signal.addEventListener('abort', stop);
  element.srcObject = camera;
  // Rejects when the element is removed meanwhile.
  await element.play().catch(() => {});
  if (signal.aborted) return;
  onState('live');
  const look = async () => {
    const text = await read(element);
    if (signal.aborted) return;
    if (text !== null) onText(text);
    setTimeout(() => void look(), PAUSE_MS);
  };
  await look();
}

/** The ways without a camera: the name, or the own code on the other member's phone. */
function WithoutCamera({ state, onLeave }: { state: CameraProblem | 'reader'; onLeave: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    const username = name.trim().replace(/^@/, '');
    if (username === '') return;
    onLeave();
    void navigate({ to: '/user/$username', params: { username } });
  };
  return (
    <form className={styles.without} onSubmit={find}>
      <p role="alert">{codesCopy.cameraProblems[state]}</p>
      <Field
        label={codesCopy.username}
        start="@"
        value={name}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit">{codesCopy.find}</Button>
    </form>
  );
}
