import { parseAst, type Plugin } from 'vite';

import { AUTH_METHODS } from '#contract/auth-methods.ts';

/** Set in the constructor, with methods of their own: administration, second factors, OAuth servers, passkeys. */
const AUTH_FIELDS = ['admin', 'mfa', 'oauth', 'passkey'];

/** auth-js's client is one class, which a bundler keeps or leaves out as a whole. This app uses six of its methods. */
export const dropUnusedMethods = (): Plugin => ({
  name: 'rangeday:drop-unused-methods',
  apply: 'build',
  transform: {
    filter: { id: /\/auth-js\/dist\/module\/GoTrueClient\.js$/ },
    handler: (code) => ({ code: keepMethods(code, AUTH_METHODS, AUTH_FIELDS), map: null }),
  },
});

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The module without the methods of its class that neither `methods` nor anything else in it mentions, and without the
 * statements of the constructor that set `fields`.
 *
 * @throws if a method or field is not there, or the class calls methods by computed names
 */
export function keepMethods(code: string, methods: readonly string[], fields: readonly string[]): string {
  const module = parseAst(code).body.find((node) => node.type === 'ClassDeclaration');
  if (module?.type !== 'ClassDeclaration') throw new Error('The module has no class.');
  const textOf = ({ start, end }: Range) => code.slice(start, end);
  const optional = new Map<string, Range>();
  const dropped: Range[] = [];
  let used = code.slice(0, module.start).replaceAll(/\/\*[^]*?\*\//g, '') + code.slice(module.end);
  for (const member of module.body.body) {
    const name = 'key' in member && member.key.type === 'Identifier' ? member.key.name : '';
    if (member.type === 'MethodDefinition' && member.kind === 'method') optional.set(name, member);
    else if (member.type !== 'MethodDefinition' || member.kind !== 'constructor') used += textOf(member);
    else
      for (const statement of member.value.body?.body ?? []) {
        const text = textOf(statement);
        if (fields.some((field) => text.startsWith(`this.${field} =`))) dropped.push(statement);
        else used += text;
      }
  }
  const isUnknown = methods.some((name) => !optional.has(name)) || dropped.length !== fields.length;
  if (isUnknown || code.includes('this['))
    throw new Error('The class has changed: check scripts/build/unused-methods.ts.');

  const keep = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\.\s*(\w+)/g)) {
      const method = optional.get(name);
      optional.delete(name);
      if (method) keep(textOf(method));
    }
  };
  keep(`${used}.${methods.join('.')}`);
  return [...dropped, ...optional.values()]
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
}
