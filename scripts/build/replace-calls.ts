import type { Plugin } from 'vite';

interface Replacement {
  /** The end of the plugin's name. */
  readonly name: string;
  /** The ids of the modules that have all of the texts. */
  readonly id: RegExp;
  /** What stands in the dependency, exactly once, and what takes its place. */
  readonly texts: Readonly<Record<string, string>>;
  /** Added before the module: the import of what takes their place. */
  readonly start?: string;
  /** The build fails with this sentence if a text is missing or occurs more than once. */
  readonly ifChanged: string;
}

/** Replaces texts in a module of a dependency: a workaround that the build cannot lose without an error. */
export function replaceCalls({ name, id, texts, start = '', ifChanged }: Replacement): Plugin {
  return {
    name: `rangeday:${name}`,
    transform: {
      filter: { id },
      handler(code) {
        let patched = code;
        for (const [before, after] of Object.entries(texts)) {
          if (code.split(before).length !== 2) this.error(ifChanged);
          patched = patched.replace(before, () => after);
        }
        return { code: start + patched, map: null };
      },
    },
  };
}

interface Cut {
  /** The end of the plugin's name. */
  readonly name: string;
  /** The ids of the modules that have the part. */
  readonly id: RegExp;
  /** Where the part begins, and where what follows it begins. Both stand in the module exactly once. */
  readonly from: string;
  readonly to: string;
  /** What takes its place. */
  readonly by?: string;
  /** The build fails with this sentence if one of them is missing or occurs more than once. */
  readonly ifChanged: string;
}

/** Leaves out a part of a dependency's module that this app never uses. */
export const cutPart = ({ name, id, from, to, by = '', ifChanged }: Cut): Plugin => ({
  name: `rangeday:${name}`,
  apply: 'build',
  transform: {
    filter: { id },
    handler(code) {
      const [start, end] = [code.indexOf(from), code.indexOf(to)];
      const isOnce = code.split(from).length === 2 && code.split(to).length === 2;
      if (!isOnce || start > end) this.error(ifChanged);
      return { code: code.slice(0, start) + by + code.slice(end), map: null };
    },
  },
});
