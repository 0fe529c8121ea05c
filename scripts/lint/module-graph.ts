import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'oxc-parser';

import { resolveImport } from './check-import.ts';

/** A file is read again after this time. A lint run is shorter than that; an editor's language server runs longer. */
const CACHE_MS = 20_000;
const MODULE = /\.(ts|tsx|mjs)$/;

/** The imports between the modules of one checkout, read on demand. Paths start at the root of the checkout. */
export class ModuleGraph {
  readonly #root: string;
  readonly #cache = new Map<string, { readonly readAt: number; readonly imports: readonly string[] }>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The modules that `file` imports or re-exports: static, dynamic and type-only. */
  importsOf(file: string): readonly string[] {
    const cached = this.#cache.get(file);
    if (cached && Date.now() - cached.readAt < CACHE_MS) return cached.imports;
    const paths = specifiersIn(file, readFileSync(join(this.#root, file), 'utf8'))
      .map((specifier) => resolveImport(file, specifier))
      .filter((path) => path !== undefined && this.#isModule(path));
    const imports = [...new Set(paths)] as string[];
    this.#cache.set(file, { readAt: Date.now(), imports });
    return imports;
  }

  /**
   * Breadth-first search along imports.
   *
   * @returns for each file found, the file that imports it on a shortest path from `start`. `start` itself is in the
   *   map only if it is part of a circle.
   */
  reachableFrom(start: string): Map<string, string> {
    const importers = new Map<string, string>();
    const queue = [start];
    for (const file of queue) {
      for (const path of this.importsOf(file)) {
        if (importers.has(path)) continue;
        importers.set(path, file);
        if (path !== start) queue.push(path);
      }
    }
    return importers;
  }

  /** The shortest circle through `file`, with `file` at both ends. */
  circleThrough(file: string): string[] | undefined {
    const importers = this.reachableFrom(file);
    if (!importers.has(file)) return undefined;
    const circle = [file];
    let at = file;
    do {
      at = importers.get(at) ?? file;
      circle.unshift(at);
    } while (at !== file);
    return circle;
  }

  #isModule(path: string): boolean {
    return MODULE.test(path) && statSync(join(this.#root, path), { throwIfNoEntry: false })?.isFile() === true;
  }
}

function specifiersIn(file: string, text: string): string[] {
  const { module, program } = parseSync(file, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    // Walking the syntax tree is slow, and few files contain `import('…')`, as an expression or as a type.
    ...(/\bimport\s*\(/.test(text) ? importCalls(program) : []),
  ];
  return specifiers.filter((specifier) => specifier !== undefined);
}

function importCalls(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(importCalls);
  if (typeof node !== 'object' || node === null) return [];
  const { type, source } = node as { type?: unknown; source?: { value?: unknown } | null };
  const isCall = type === 'ImportExpression' || type === 'TSImportType';
  const own = isCall && typeof source?.value === 'string' ? [source.value] : [];
  return [...own, ...Object.values(node).flatMap(importCalls)];
}
