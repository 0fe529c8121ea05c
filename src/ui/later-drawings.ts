import { createElement } from 'react';
import { Drawing } from './drawing.tsx';
import { later } from './later.tsx';

/* Illustrations of the first chunk, which has only their place: their lines load later. */

const Blank = () => createElement(Drawing, null, null);

export const LaterFlagFlying = later(async () => (await import('./drawings.tsx')).FlagFlying, Blank);
export const LaterBareFrame = later(async () => (await import('./drawings.tsx')).BareFrame, Blank);
