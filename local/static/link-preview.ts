import { LINK_READERS, POST_PATH } from '#contract/link-preview.ts';
import type { HttpPart } from '../context.ts';

/**
 * `/posts/{id}`: the app, or for programs that show links, the page of the function `link-preview`. A host needs the
 * same rule (docs/deploy.md).
 */
export const previewOr =
  (functions: Pick<HttpPart, 'handle'>, app: HttpPart['handle']): HttpPart['handle'] =>
  (req, res) => {
    const [path = ''] = (req.url ?? '').split('?', 1);
    const id = POST_PATH.exec(path)?.[1];
    if (!id || !LINK_READERS.test(req.headers['user-agent'] ?? '')) return app(req, res);
    req.url = `/functions/v1/link-preview?post=${id}`;
    return functions.handle(req, res);
  };
