import type { ViewerAddress } from '#contract/viewer-address.ts';

const ID = /^[0-9a-f-]{36}$/;

const idIn = (value: unknown): string | undefined => (typeof value === 'string' && ID.test(value) ? value : undefined);

/** The address in a URL; post is '' if it names none. */
export function readViewerAddress({ post, comment, at }: Record<string, unknown>): ViewerAddress {
  const index = Number(at);
  return { post: idIn(post) ?? '', comment: idIn(comment), at: Number.isSafeInteger(index) && index > 0 ? index : 0 };
}
