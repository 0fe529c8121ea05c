import { relative, sep } from 'node:path';

import { checkImport, checkWorkerImport, resolveImport } from './check-import.ts';
import { ModuleGraph } from './module-graph.ts';
import { noSleep } from './no-sleep.ts';

/** The part of the linter's plugin interface that is used here; oxlint publishes no types for it. */
interface SyntaxNode {
  readonly type: string;
}
interface ImportNode extends SyntaxNode {
  readonly source: (SyntaxNode & { readonly value?: unknown }) | null;
  readonly importKind?: string;
  readonly exportKind?: string;
}
interface RuleContext {
  readonly filename: string;
  readonly cwd: string;
  readonly sourceCode: { readonly text: string };
  report(problem: { node?: SyntaxNode; loc?: { line: number; column: number }; message: string }): void;
}

/** Calls `check` for every import of a file: static, dynamic, re-export and type. */
function onImport(check: (specifier: string, isTypeOnly: boolean, node: SyntaxNode) => void) {
  const visit = ({ type, source, importKind, exportKind }: ImportNode): void => {
    if (typeof source?.value !== 'string') return;
    check(source.value, type === 'TSImportType' || importKind === 'type' || exportKind === 'type', source);
  };
  return {
    ImportDeclaration: visit,
    ImportExpression: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    TSImportType: visit,
  };
}

function pathIn({ cwd, filename }: RuleContext): string {
  return relative(cwd, filename).split(sep).join('/');
}

const importMap = {
  create(context: RuleContext) {
    const file = pathIn(context);
    return onImport((specifier, _, node) => {
      const message = checkImport(file, specifier);
      if (message) context.report({ node, message });
    });
  },
};

const workerImports = {
  create(context: RuleContext) {
    const file = pathIn(context);
    return onImport((specifier, isTypeOnly, node) => {
      const message = checkWorkerImport(file, specifier, isTypeOnly);
      if (message) context.report({ node, message });
    });
  },
};

const graphs = new Map<string, ModuleGraph>();

/** oxlint's own `import/no-cycle` does not follow dynamic imports. */
const noCircle = {
  create(context: RuleContext) {
    const file = pathIn(context);
    const graph = graphs.get(context.cwd) ?? new ModuleGraph(context.cwd);
    graphs.set(context.cwd, graph);
    const circle = graph.circleThrough(file);
    if (!circle) return {};
    let isReported = false;
    return onImport((specifier, _, node) => {
      if (isReported || resolveImport(file, specifier) !== circle[1]) return;
      isReported = true;
      context.report({ node, message: `Import circle: ${circle.join(' → ')}` });
    });
  },
};

/** A barrel makes every importer load all of its files, and hides circles. */
const noBarrel = {
  create(context: RuleContext) {
    return {
      ExportAllDeclaration(node: SyntaxNode) {
        context.report({ node, message: "'export *' makes a barrel: import from the file that has it." });
      },
      Program(node: SyntaxNode & { readonly body: readonly ImportNode[] }) {
        const reExports = node.body.filter((part) => part.type === 'ExportNamedDeclaration' && part.source);
        if (reExports.length > 0 && node.body.every((part) => part.source)) {
          context.report({ node, message: 'This file only re-exports: import from the files that have it.' });
        }
      },
    };
  },
};

/** Names of PowerSync's internal tables and functions, which may change with any of its releases. */
const POWERSYNC_INTERNALS = /\bps_[a-z_]+|\bpowersync_(clear|crud)\w*/g;

/** Anywhere in the text: in SQL strings, but in names and comments too. */
const noPowersyncTables = {
  create(context: RuleContext) {
    return {
      Program() {
        for (const [index, text] of context.sourceCode.text.split('\n').entries()) {
          for (const { 0: name, index: column } of text.matchAll(POWERSYNC_INTERNALS)) {
            const message = `'${name}' is internal to PowerSync: only src/data/replica/powersync-tables.ts may name it.`;
            context.report({ loc: { line: index + 1, column }, message });
          }
        }
      },
    };
  },
};

const COMMENT_WIDTH = 120;

/** The formatter wraps code, but no comment. A comment with code on its line, or one for the linter, may be longer. */
const commentWidth = {
  create(context: RuleContext) {
    return {
      Program() {
        for (const [index, text] of context.sourceCode.text.split('\n').entries()) {
          if (text.length <= COMMENT_WIDTH || !/^\s*(\/\/|\/?\*)/.test(text) || text.includes('oxlint-disable'))
            continue;
          const message = `A line of a comment has ${text.length} columns; at most ${COMMENT_WIDTH}.`;
          context.report({ loc: { line: index + 1, column: COMMENT_WIDTH }, message });
        }
      },
    };
  },
};

export default {
  meta: { name: 'rangeday' },
  rules: {
    'comment-width': commentWidth,
    'import-map': importMap,
    'no-barrel': noBarrel,
    'no-circle': noCircle,
    'no-powersync-tables': noPowersyncTables,
    'no-sleep': noSleep,
    'worker-imports': workerImports,
  },
};
