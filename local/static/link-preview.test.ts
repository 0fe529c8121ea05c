import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { previewOr } from './link-preview.ts';

const ID = '018f0000-0000-7000-8000-000000000003';

function served(url: string, agent: string): string {
  let by = '';
  const req = { url, headers: { 'user-agent': agent } } as unknown as IncomingMessage;
  const handle = previewOr({ handle: () => void (by = `function ${req.url}`) }, () => void (by = 'app'));
  void handle(req, {} as ServerResponse);
  return by;
}

test('only programs that show links, and only for a post, get the page of the function', () => {
  const program = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';
  const browser =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  expect(served(`/posts/${ID}`, program)).toBe(`function /functions/v1/link-preview?post=${ID}`);
  expect(served(`/posts/${ID}?commentId=x`, 'WhatsApp/2.23 A')).toBe(`function /functions/v1/link-preview?post=${ID}`);
  expect(served(`/posts/${ID}`, browser)).toBe('app');
  expect(served('/posts/1', program)).toBe('app');
  expect(served(`/posts/${ID}/edit`, program)).toBe('app');
});
