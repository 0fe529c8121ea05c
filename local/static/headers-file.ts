import { readFile } from 'node:fs/promises';

interface Rule {
  /** As written: `*` matches anything, `:name` one segment. */
  readonly path: string;
  /** In file order; `undefined` removes the header (`! Name`). */
  readonly headers: readonly (readonly [name: string, value: string | undefined])[];
}

/** The rules of a `_headers` file, with the semantics of static hosts, so that tests see the headers of production. */
export class HeaderRules {
  readonly #rules: readonly (Rule & { readonly matches: RegExp })[];

  constructor(text: string) {
    this.#rules = parseHeaderRules(text).map((rule) => ({ ...rule, matches: patternOf(rule.path) }));
  }

  /** A missing file means no rules. */
  static async read(path: string): Promise<HeaderRules> {
    return new HeaderRules(await readFile(path, 'utf8').catch(() => ''));
  }

  /** Headers for a path, lower-cased. All matching rules apply; values of the same header are joined by a comma. */
  for(path: string): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const rule of this.#rules) {
      if (!rule.matches.test(path)) continue;
      for (const [name, value] of rule.headers) {
        if (value === undefined) delete headers[name];
        else headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
      }
    }
    return headers;
  }
}

export function parseHeaderRules(text: string): Rule[] {
  const rules: { path: string; headers: [string, string | undefined][] }[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const colon = trimmed.indexOf(':');
    if (!/^\s/.test(line)) rules.push({ path: trimmed, headers: [] });
    else if (trimmed.startsWith('!')) rules.at(-1)?.headers.push([trimmed.slice(1).trim().toLowerCase(), undefined]);
    else if (colon > 0) {
      rules.at(-1)?.headers.push([trimmed.slice(0, colon).trim().toLowerCase(), trimmed.slice(colon + 1).trim()]);
    }
  }
  return rules;
}

function patternOf(path: string): RegExp {
  const source = path
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll(/:[A-Za-z]\w*/g, '[^/]+');
  return new RegExp(`^${source}$`);
}
