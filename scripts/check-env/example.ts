import { SETTINGS } from './settings.ts';
import type { Setting } from './settings.ts';

const HEAD = `# Settings of a Rangeday installation, for app build, functions and server. Written by: npm run check-env -- --example
# Copy it to deploy/.env, fill it in, then run: npm run check-env
# A line that begins with # has a default, or is optional.
`;

/** The contents of deploy/.env.example. */
export function exampleFile(): string {
  const written = SETTINGS.filter((setting) => setting.need !== 'platform');
  return `${HEAD}${written.map(entryOf).join('')}`;
}

function entryOf({ title, name, parts, about, need, example = '' }: Setting): string {
  const heading = title ? `\n# ---- ${title} ----\n` : '';
  const line =
    typeof need === 'string' ? `${name}=${example}` : `# ${name}=${'default' in need ? need.default : example}`;
  return `${heading}\n# ${about} ${noteOf(need)}(${parts.join(', ')})\n${line}\n`;
}

function noteOf(need: Setting['need']): string {
  if (typeof need === 'string') return '';
  return 'default' in need ? `Default: ${need.default}. ` : `Without it, ${need.without}. `;
}
