import { relative, sep } from 'node:path';

import { refusal } from './verdict.ts';

/** The little of the linter's plugin interface that is used here; oxlint publishes no types for it. */
interface SourceNode {
  readonly type: string;
}
interface ImportNode extends SourceNode {
  readonly source: (SourceNode & { readonly value?: unknown }) | null;
}
interface RuleContext {
  readonly filename: string;
  readonly cwd: string;
  report(finding: { node: SourceNode; message: string }): void;
}

/** Every way to import: static, dynamic, re-export, type. */
const importMap = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    function check({ source }: ImportNode): void {
      if (typeof source?.value !== 'string') return;
      const message = refusal(file, source.value);
      if (message) context.report({ node: source, message });
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** A barrel makes each of its readers import all of it, and hides circles. */
const noBarrel = {
  create(context: RuleContext) {
    return {
      ExportAllDeclaration(node: SourceNode) {
        context.report({ node, message: "'export *' makes a barrel: import from the file that has it." });
      },
      Program(node: SourceNode & { readonly body: readonly ImportNode[] }) {
        const reExports = node.body.filter((part) => part.type === 'ExportNamedDeclaration' && part.source);
        if (reExports.length > 0 && node.body.every((part) => part.source)) {
          context.report({ node, message: 'This file only re-exports: import from the files that have it.' });
        }
      },
    };
  },
};

export default {
  meta: { name: 'rangeday' },
  rules: { 'import-map': importMap, 'no-barrel': noBarrel },
};
