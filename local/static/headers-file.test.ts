import { describe, expect, it } from 'vitest';

import { HeaderRules } from './headers-file.ts';

describe('HeaderRules', () => {
  const rules = new HeaderRules(`# comment
/*
  X-Frame-Options: DENY
  Content-Security-Policy: default-src 'self'; img-src data: blob:

/assets/*
  Cache-Control: immutable
  ! X-Frame-Options
/posts/:id
  Vary: accept
/posts/*
  Vary: cookie
`);

  it('applies all matching rules, keeps colons in values, and supports placeholders', () => {
    expect(rules.for('/')).toEqual({
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'self'; img-src data: blob:",
    });
    expect(rules.for('/posts/7')).toMatchObject({ vary: 'accept, cookie' });
    expect(rules.for('/posts/7/edit')).toMatchObject({ vary: 'cookie' });
  });

  it('removes a header', () => {
    expect(rules.for('/assets/a.js')).toEqual({
      'content-security-policy': "default-src 'self'; img-src data: blob:",
      'cache-control': 'immutable',
    });
  });

  it('matches whole paths, with dots as literals', () => {
    const one = new HeaderRules('/sw.js\n  Cache-Control: no-cache\n');
    expect(one.for('/sw.js')).toEqual({ 'cache-control': 'no-cache' });
    expect(one.for('/swxjs')).toEqual({});
    expect(one.for('/a/sw.js')).toEqual({});
  });
});
