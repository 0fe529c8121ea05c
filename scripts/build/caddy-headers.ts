import { parseHeaderRules } from '../../local/static/headers-file.ts';

/**
 * The rules of a `_headers` file as directives of a Caddyfile, for deploy/Caddyfile. Throws if a path has a form that
 * Caddy does not have, or two rules set the same header for one path, which a static host joins and Caddy does not.
 */
export function caddyHeaders(text: string): string {
  const rules = parseHeaderRules(text);
  const everywhere = new Set(rules.filter(({ path }) => path === '/*').flatMap(({ headers }) => headers.map(nameOf)));
  const lines = rules.flatMap(({ path, headers }) => {
    if (!/^\/[\w.-]*(\/[\w.-]+)*(\/\*)?$|^\/\*$/.test(path)) throw new Error(`Caddy has no path such as ${path}.`);
    if (path !== '/*') {
      const twice = headers.map(nameOf).find((name) => everywhere.has(name));
      if (twice) throw new Error(`${twice} is set for all paths, and for ${path} again.`);
    }
    return headers.map((header) => `header ${path === '/*' ? '' : `${path} `}${fieldOf(header)}`);
  });
  return `${lines.join('\n')}\nheader ?Cache-Control no-cache\n`;
}

type Header = ReturnType<typeof parseHeaderRules>[number]['headers'][number];

const nameOf = ([name]: Header): string => name;

function fieldOf([name, value]: Header): string {
  if (value === undefined) return `-${name}`;
  if (value.includes('`')) throw new Error(`The value of ${name} contains a backtick.`);
  return `${name} \`${value}\``;
}
