import { useState } from 'react';
import type { VideoFacts } from './video-facts.ts';
import { problemText } from './video-text.ts';

export interface VideoProblem {
  text: string;
  name: string;
  /** Null: the browser could not read the file. */
  facts: VideoFacts | null;
}

/** The video of a composer. */
export interface VideoChoice {
  /** The id in the draft; '' without a video. */
  id: string;
  /** The name of the file that is being checked. */
  checking: string | null;
  problem: VideoProblem | null;
  choose: (file: File) => void;
  remove: () => void;
}

/** `onChange` gets the id of the video for the draft. */
export function useVideo(id: string, onChange: (id: string) => void): VideoChoice {
  const [checking, setChecking] = useState<string | null>(null);
  const [problem, setProblem] = useState<VideoProblem | null>(null);
  const choose = async (file: File) => {
    setProblem(null);
    setChecking(file.name);
    const { takeVideo, dropVideo } = await import('./video-mutations.ts');
    const result = await takeVideo(file);
    setChecking(null);
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
  return { id, checking, problem, choose: (file) => void choose(file), remove: () => void remove() };
}
