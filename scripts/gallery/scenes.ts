import { PAGE_SCENES } from './page-scenes.ts';
import { POST_SCENES } from './post-scenes.ts';
import type { Scene } from './scene.ts';

/** Every screen in every state that it can be in: what `npm run gallery` draws, and what the accessibility tests walk. */
export const SCENES: readonly Scene[] = [...POST_SCENES, ...PAGE_SCENES];
