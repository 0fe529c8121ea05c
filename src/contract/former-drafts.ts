/*
 * Former releases stored all fields of a draft as texts: flags as 'yes', lists of ids joined by spaces, options by line
 * breaks. A tab of a former release may still write some of them into a draft of this one.
 */

type Bag = Readonly<Record<string, unknown>>;

const flag = (value: unknown) => (typeof value === 'string' ? value === 'yes' : value);
const list = (value: unknown, separator = ' ') =>
  typeof value === 'string' ? value.split(separator).filter((_, index) => index > 0 || value !== '') : value;

/** Only names with a value. */
const present = (fields: Bag): Bag =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

const FORMER: Readonly<Record<string, (fields: Bag) => Bag>> = {
  post({ visibility, chosen, gif, sticky, poll, poll_question, poll_options, due, due_photos, ...same }) {
    const hasPoll = typeof poll_question === 'string';
    const former = { question: poll_question, options: list(poll_options ?? '', '\n'), isOff: poll !== 'yes' };
    return present({
      ...same,
      audience: same['audience'] ?? visibility,
      chosen: list(chosen),
      gif_url: same['gif_url'] ?? gif,
      sticky: flag(sticky),
      poll: typeof poll === 'object' ? poll : hasPoll && (poll_question || poll_options) ? former : undefined,
      due: typeof due === 'string' ? (due ? { id: due, photos: Number(due_photos) } : undefined) : due,
    });
  },
  edit({ gif, video, removed, order, sticky, poll, poll_question, poll_options, ...same }) {
    const alts = Object.entries(same).filter(([name]) => name.startsWith('alt:'));
    const rest = Object.fromEntries(Object.entries(same).filter(([name]) => !name.startsWith('alt:')));
    const former = present({ question: poll_question, options: list(poll_options, '\n') });
    return present({
      ...rest,
      gif_url: rest['gif_url'] ?? gif,
      removesVideo: rest['removesVideo'] ?? (video === 'removed' ? true : undefined),
      removed_images: rest['removed_images'] ?? list(removed),
      order: list(order),
      sticky: flag(sticky),
      alts:
        rest['alts'] ??
        (alts.length > 0 ? Object.fromEntries(alts.map(([name, alt]) => [name.slice(4), alt])) : undefined),
      poll: typeof poll === 'object' ? poll : Object.keys(former).length > 0 ? former : undefined,
    });
  },
  profile({ text, ...same }) {
    if (typeof text !== 'string' || text === '') return same;
    try {
      return { changes: JSON.parse(text) as unknown, ...same };
    } catch {
      // It becomes text of the form.
      return { changes: text, ...same };
    }
  },
};

/** The fields of a stored draft under their present names. */
export const fromFormer = (kind: string, fields: Bag): Bag => FORMER[kind]?.(fields) ?? fields;
