import type { Me } from '../me-row.ts';
import { authorOf } from './author-of.ts';

/** A signed-in member with this name, as `authorOf`. */
export const meOf = (username: string, fields: Partial<Me> = {}): Me => ({
  ...authorOf(username),
  ...{ id: username, role: 'user' },
  ...fields,
});
