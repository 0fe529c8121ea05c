import type { StoredMail } from './mail.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem 4rem }
  h1 { font-size: 1.5rem } h2 { font-size: 1.125rem; margin: 0 }
  ol { list-style: none; padding: 0; display: grid; gap: 1rem }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; padding: 1rem }
  p { margin: .25rem 0; overflow-wrap: anywhere } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0 }
  a { display: inline-block; padding: .25rem 0 } .meta { opacity: .75; font-size: .875rem }`;

/** The mailbox as a page without scripts or other files. */
export function mailboxPage(mails: readonly StoredMail[]): string {
  const list = mails.map((mail) => `<li>${article(mail)}</li>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox</title><style>${STYLE}</style></head>
<body><main>
<h1>Mailbox</h1>
<p>Mails that Rangeday sent on this machine, newest first. Reload the page to see new ones.</p>
${mails.length === 0 ? '<p>No mail yet.</p>' : `<ol>\n${list}\n</ol>`}
</main></body></html>
`;
}

function article(mail: StoredMail): string {
  const at = escape(mail.at);
  return `<article aria-labelledby="m${escape(mail.id)}">
<h2 id="m${escape(mail.id)}">${escape(mail.subject)}</h2>
<p class="meta">To ${escape(mail.to)}, <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time></p>
<pre>${withLinks(mail.text)}</pre>
</article>`;
}

function withLinks(text: string): string {
  return escape(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (link) => `<a href="${link}">${link}</a>`);
}

export function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
