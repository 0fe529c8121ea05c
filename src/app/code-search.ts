import { readCodeId } from '#contract/profile-code.ts';

/** `add`, the member's id, is in the address of a code: it opens also where their profile is not on the device. */
export const validateCodeSearch = ({ add }: Record<string, unknown>): { add?: string | undefined } => ({
  add: readCodeId(add),
});
