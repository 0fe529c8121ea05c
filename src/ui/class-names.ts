/** Joins the class names that apply; skips `undefined`, `false` and ''. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
