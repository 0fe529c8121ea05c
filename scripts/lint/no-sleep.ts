interface Call {
  readonly callee: {
    readonly type: string;
    readonly name?: string;
    readonly object?: { readonly name?: string };
    readonly property?: { readonly name?: string };
  };
}

interface Context {
  readonly sourceCode: { readonly text: string };
  report(problem: { node: object; message: string }): void;
}

const ADVICE = 'Wait for the event, the answer or the store; a timer that tests need has its reason beside it.';

/** Objects whose `setTimeout` starts a timer: that of `test` sets a limit. */
const GLOBALS = new Set(['globalThis', 'window', 'self']);

/**
 * In tests: no timer, no `waitForTimeout` and no `pg_sleep`. With fake timers no time passes, so these may start some.
 */
export const noSleep: { create(context: never): Record<string, (node: never) => void> } = {
  create(context: Context) {
    const hasFakeTimers = context.sourceCode.text.includes('vi.useFakeTimers(');
    const report = (node: object, what: string) =>
      context.report({ node, message: `${what} waits for time. ${ADVICE}` });
    const onText = (node: object, text: string | undefined) => {
      if (text?.includes('pg_sleep(')) report(node, 'pg_sleep');
    };
    return {
      CallExpression(node: Call) {
        const { name, object, property } = node.callee;
        if (property?.name === 'waitForTimeout') report(node, 'waitForTimeout');
        const isTimer = object
          ? GLOBALS.has(object.name ?? '') && property?.name === 'setTimeout'
          : name === 'setTimeout';
        if (isTimer && !hasFakeTimers) report(node, 'setTimeout');
      },
      ImportDeclaration(node: { readonly source: { readonly value: string } }) {
        if (/^(node:)?timers\/promises$/.test(node.source.value)) report(node, node.source.value);
      },
      Literal(node: { readonly value?: unknown }) {
        if (typeof node.value === 'string') onText(node, node.value);
      },
      TemplateElement(node: { readonly value: { readonly raw: string } }) {
        onText(node, node.value.raw);
      },
    };
  },
};
