import { useState } from 'react';
import type { Picture } from '#contract/media.ts';
import { Composer } from '../composer.tsx';
import type { PostFields } from '../post-draft.ts';

/** The composer with its fields and pictures, offline. */
export function Harness({ start = {}, onPosted }: { start?: PostFields; onPosted: () => void }) {
  const [fields, setFields] = useState(start);
  const [pictures, setPictures] = useState<Picture[]>([]);
  const change = (part: PostFields) => setFields({ ...fields, ...part });
  return (
    <Composer
      draftId="draft"
      fields={fields}
      pictures={pictures}
      onChange={change}
      onPictures={setPictures}
      offline
      onPosted={onPosted}
      onNeedsUsername={() => {}}
    />
  );
}
