import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { keepMethods } from './unused-methods.ts';

const CLASS = `function helper(client) { client.usedOutside(); }
class Client {
  static count = 0;
  /** Calls this.unused(). */
  constructor() {
    this.admin = { remove: this.removeUser.bind(this) };
    this.start();
  }
  start() {}
  get ready() { return this.usedByGetter(); }
  usedByGetter() {}
  usedOutside() {}
  async signUp() { await this.send(); }
  send() {}
  unused() { this.unusedToo(); }
  unusedToo() {}
  removeUser() {}
}
export default Client;`;

test('keeps what the wanted methods, the constructor and the rest of the module call, and nothing else', () => {
  const kept = keepMethods(CLASS, ['signUp'], ['admin']);
  for (const name of ['start', 'ready', 'usedByGetter', 'usedOutside', 'signUp', 'send'])
    expect(kept).toMatch(new RegExp(`^  (async |get )?${name}\\(`, 'm'));
  for (const name of ['unused', 'unusedToo', 'removeUser']) expect(kept).not.toMatch(new RegExp(`^  ${name}\\(`, 'm'));
  expect(kept).not.toContain('this.admin');
});

test('a changed class fails the build instead of a log-in', () => {
  expect(() => keepMethods(CLASS, ['signIn'], ['admin'])).toThrow('has changed');
  expect(() => keepMethods(CLASS, ['signUp'], ['mfa'])).toThrow('has changed');
  expect(() => keepMethods(CLASS.replace('this.send()', "this['send']()"), ['signUp'], ['admin'])).toThrow('changed');
});

test('the installed auth-js still calls methods by their names', async () => {
  const code = await readFile('node_modules/@supabase/auth-js/dist/module/GoTrueClient.js', 'utf8');
  expect(keepMethods(code, ['signUp'], ['admin', 'mfa', 'oauth', 'passkey']).length).toBeLessThan(code.length);
});
