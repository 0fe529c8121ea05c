import { expect, test } from 'vitest';
import { escapeMarkup, isSafeMarkup } from './safe-markup.ts';

test.each([
  '',
  'Text &amp; &lt;more&gt;',
  '<article class="a b" data-margin="plain"><a href="/posts/1" aria-label="One &quot;two&quot;">x</a></article>',
  '<img class="i" data-src="/seed/dusk.svg" alt="" width="640" height="400">',
  '<img data-src="https://media.example.test/a.jpg" alt="A photo">',
  '<textarea class="a" rows="1" placeholder="Type"></textarea>',
  '<svg viewBox="0 0 34 44" aria-hidden="true"><path d="M1 1h3"></path></svg>',
])('markup of a screen passes: %s', (markup) => expect(isSafeMarkup(markup)).toBe(true));

test.each([
  '<script>alert(1)</script>',
  '<img data-src="x" onerror="alert(1)">',
  '<img data-src="javascript:alert(1)">',
  '<img src="/a.png">',
  '<img data-src="/a.png" onerror="alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<p style="position:fixed">x</p>',
  '<p id="root">x</p>',
  '<form action="/x"><input name="p"></form>',
  '<textarea></textarea',
  '<textarea><p></p></textarea>',
  '<textarea>text</textarea>',
  '<textarea autofocus=""></textarea>',
  '<iframe src="/x"></iframe>',
  '</template><p>x</p>',
  '<template><p>x</p></template>',
  '<style>p{}</style>',
  '<svg><use href="/x"></use></svg>',
  '<!-- x -->',
  "<p title='x'>x</p>",
  '<p title="x"y>x</p>',
  'a < b',
  'a & b',
  '&#x3c;script>',
])('other markup does not: %s', (markup) => expect(isSafeMarkup(markup)).toBe(false));

test('every escaped text is accepted and stays the same', () => {
  const text = `"><script>alert('1')</script>&lt;`;
  expect(isSafeMarkup(`<p title="${escapeMarkup(text)}">${escapeMarkup(text)}</p>`)).toBe(true);
  expect(escapeMarkup(text)).toBe(`&quot;&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;lt;`);
});
