import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { FILE_ENDINGS, NAMED_SCREENS } from '../../local/static/static-files.ts';
import { ROUTES } from '../../local/routes.ts';
import { LINK_READERS } from '#contract/link-preview.ts';

interface Compose {
  readonly services: Record<string, { readonly environment?: Record<string, unknown> }>;
}

const file = parse(await readFile('deploy/compose.yaml', 'utf8'), { merge: true }) as Compose;
const caddyfile = await readFile('deploy/Caddyfile', 'utf8');

const environment = (service: string): Record<string, unknown> => file.services[service]?.environment ?? {};

describe('deploy/Caddyfile', () => {
  it('has the routes of the embedded gateway', () => {
    const api = caddyfile.slice(caddyfile.indexOf('(api) {'), caddyfile.indexOf('{$APP_URL} {'));
    const routes = [...api.matchAll(/^\thandle(?:_path)? (\/[\w/]+?)(?:\/\*)? \{$(.+?)^\t\}$/gms)].map(
      ([, prefix, block = '']) => {
        const upstreams = new Set([...block.matchAll(/reverse_proxy (?:@\w+ )?(\w+):/g)].map(([, name]) => name));
        return { prefix, part: [...upstreams].map((name) => (name === 'powersync' ? 'sync' : name)).join() };
      },
    );
    const [preview, app] = [
      { prefix: '/posts', part: 'preview' },
      { prefix: '/', part: 'app' },
    ];
    expect([...routes, preview, app]).toEqual(ROUTES);
    expect(caddyfile).toMatch(/handle @reader \{\s+rewrite \* \/link-preview\?post=\{re\.post\.1\}/);
    expect(caddyfile).toMatch(/handle \{\s+root \* \/srv\/dist\/app/);
  });

  it('passes requests on to services of the compose file', () => {
    for (const [, host] of caddyfile.matchAll(/reverse_proxy (?:@\w+ )?(\w+):/g))
      expect(Object.keys(file.services)).toContain(host);
  });

  it('knows the same programs that show links, and the same endings of files', () => {
    expect(caddyfile).toContain(`header_regexp User-Agent (?i)${LINK_READERS.source}\n`);
    const endings = FILE_ENDINGS.map((ending) => ending.slice(1)).join('|');
    const screens = NAMED_SCREENS.map((screen) => `${screen}*`).join(' ');
    expect(caddyfile).toMatch(/\n\t+not \{\n\t+path_regexp /);
    expect(caddyfile).toContain(`\tpath_regexp (?i)[.](${endings})$\n`);
    expect(caddyfile).toContain(`\tnot path ${screens}\n`);
  });

  it('keeps connections of REST free for members: visitors get at most a part of them', () => {
    const most = Number(/reverse_proxy @visitor rest:3000 \{\s+unhealthy_request_count (\d+)/.exec(caddyfile)?.[1]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(Number(environment('rest')['PGRST_DB_POOL']) * 0.75);
    expect(environment('proxy')['SUPABASE_ANON_KEY']).toBe('${SUPABASE_ANON_KEY}');
  });

  it('takes for a visitor whom REST takes for one, however the key is written; control: a token of a member', () => {
    const rule = /@visitor `!(.+)\.matches\('(.+)'\) \|\| (.+)\.matches\('(.+)'\)`\n/.exec(caddyfile);
    const [, header, token = 'x', sameHeader, key = 'x'] = rule ?? [];
    expect([header, sameHeader]).toEqual(['{header.Authorization}', '{header.Authorization}']);
    const pattern = (text: string) =>
      new RegExp(text.replace('(?i)', '').replace('{$SUPABASE_ANON_KEY}', 'a.b.c'), 'i');
    // Several headers are joined by commas.
    const isVisitor = (sent: string) => !pattern(token).test(sent) || pattern(key).test(sent);
    for (const sent of ['', 'Bearer', 'Basic x', 'Bearer a.b.c', 'bearer a.b.c', 'BEARER \t  a.b.c', 'Bearer a.b.c,x'])
      expect([sent, isVisitor(sent)]).toEqual([sent, true]);
    expect(isVisitor('Basic x,Bearer d.e.f')).toBe(true);
    for (const sent of ['Bearer d.e.f', 'bearer  d.e.f']) expect([sent, isVisitor(sent)]).toEqual([sent, false]);
  });

  it('lets no cache keep a file that is not public, whatever its uploader chose', () => {
    const storage = /handle_path \/storage\/v1\/\* \{.+?^\t\}$/ms.exec(caddyfile)?.[0] ?? '';
    expect(storage).toContain('@private not path /object/public/*\n');
    // After the answer of Storage, which has a header of its own.
    expect(storage).toContain('header @private >Cache-Control "private, no-store"\n');
  });

  it('tells caches that the address of a post has two answers, by the program that asks', () => {
    const pattern = new RegExp(/@post path_regexp (\S+)/.exec(caddyfile)?.[1] ?? 'x');
    expect('/posts/0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a').toMatch(pattern);
    expect('/posts').not.toMatch(pattern);
    expect(caddyfile).toContain('header @post +Vary User-Agent\n');
  });

  it('lets no browser keep a page that it has left, at any address', () => {
    // Before the rewrite, after which the path is that of a file.
    expect(caddyfile).toMatch(/header @page Cache-Control no-store\n\t+rewrite @page \/index.html\n/);
  });

  it('lets no browser keep the answer that a file is missing, which has the rules of the file', () => {
    expect(caddyfile).toMatch(/\n\thandle_errors \{\n\t\theader Cache-Control no-store\n\t\trespond /);
  });

  it('logs no address, header or query', () => {
    for (const field of ['remote_ip', 'client_ip', 'headers']) expect(caddyfile).toContain(`request>${field} delete`);
    const pattern = /request>uri regexp "(.+)" "\$1"/.exec(caddyfile)?.[1] ?? '';
    const logged = (uri: string): string => uri.replace(new RegExp(pattern), '$1');
    expect(logged('/auth/confirm?token_hash=abc')).toBe('/auth');
    expect(logged('/rest/v1/rpc/apply_crud')).toBe('/rest/v1/rpc');
    expect(logged('/user/somebody')).toBe('/user');
    expect(logged('/?redirect_to=/x')).toBe('/');
  });
});
