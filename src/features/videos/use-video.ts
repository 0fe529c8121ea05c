import { useRef, useState } from 'react';
import type { VideoFacts } from './video-facts.ts';
import { problemText } from './video-text.ts';

export interface VideoProblem {
  text: string;
  name: string;
  /** Null: the browser could not read the file. */
  facts: VideoFacts | null;
}

export interface VideoChoice {
  /** The id in the draft; '' without a video. */
  id: string;
  /** The name of the file that is being checked. */
  checking: string | null;
  /** It takes long. */
  isSlow: boolean;
  problem: VideoProblem | null;
  choose: (file: File) => void;
  /** Ends the check of the file, and keeps the video that the post has. */
  stop: () => void;
  remove: () => void;
}

/** `onChange` gets the id of the video for the draft. */
export function useVideo(id: string, onChange: (id: string) => void): VideoChoice {
  const [checking, setChecking] = useState<string | null>(null);
  const [isSlow, setSlow] = useState(false);
  const [problem, setProblem] = useState<VideoProblem | null>(null);
  const current = useRef<AbortController>(undefined);
  const stop = () => {
    current.current?.abort();
    setChecking(null);
    setSlow(false);
  };
  const choose = async (file: File) => {
    stop();
    const { signal } = (current.current = new AbortController());
    setProblem(null);
    setChecking(file.name);
    const { takeVideo, dropVideo } = await import('./video-mutations.ts');
    const result = await takeVideo(file, { signal, onSlow: () => setSlow(!signal.aborted) });
    if (!result) return;
    stop();
    if (!result.ok)
      return setProblem({ text: problemText(result.code, result.size), name: file.name, facts: result.facts });
    if (id) await dropVideo(id);
    onChange(result.id);
  };
  const remove = async () => {
    setProblem(null);
    onChange('');
    if (id) await (await import('./video-mutations.ts')).dropVideo(id);
  };
  return { id, checking, isSlow, problem, stop, choose: (file) => void choose(file), remove: () => void remove() };
}
