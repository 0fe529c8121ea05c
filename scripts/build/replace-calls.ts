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
