/** Of a public post, from the database function post_preview. */
export interface PostPreview {
  title: string | null;
  description: string | null;
  username: string | null;
  picture: string | null;
}

export interface PreviewPage {
  url: string;
  title: string;
  description: string;
  picture: string;
  isLarge: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for quoted attributes. */
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The first characters, on one line. */
export function excerpt(text: string, most: number): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** A document with nothing but its head and a link, for programs that read no more. */
export function pageOf({ url, title, description, picture, isLarge }: PreviewPage): string {
  const tags: readonly (readonly [attribute: 'property' | 'name', name: string, value: string])[] = [
    ['name', 'description', description],
    ['property', 'og:site_name', 'Rangeday'],
    ['property', 'og:type', 'article'],
    ['property', 'og:url', url],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:image', picture],
    ['name', 'twitter:card', isLarge ? 'summary_large_image' : 'summary'],
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<title>${escape(title)}</title>`,
    `<link rel="canonical" href="${escape(url)}">`,
    ...tags.map(([attribute, name, value]) => `<meta ${attribute}="${name}" content="${escape(value)}">`),
    '</head>',
    `<body><a dir="auto" href="${escape(url)}">${escape(title)}</a></body>`,
    '</html>',
    '',
  ].join('\n');
}
