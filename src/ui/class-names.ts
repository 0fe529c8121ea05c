/** Joins the class names that apply; `undefined`, `false` and '' fall out. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
