import type { ServerResponse } from 'node:http';

// A form's answer leads to the app, whose name may be another one of this machine.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http://localhost:* http://127.0.0.1:*; frame-ancestors 'none'; base-uri 'none'";
const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem 4rem }
  h1 { font-size: 1.5rem } pre { white-space: pre-wrap; overflow-wrap: anywhere }
  button { font: inherit; padding: .75rem 1.25rem; min-height: 2.75rem }`;

/** A small page without scripts or other files. `body` is HTML with its text already escaped. */
export function sendPage(res: ServerResponse, status: number, title: string, body: string): void {
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  res.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main>
<h1>${title}</h1>
${body}
</main></body></html>
`);
}
