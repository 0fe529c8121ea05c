import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { readBody, sendJson } from '../supabase/http.ts';

const PREFIX = '/_dev/images';
/** Of the stand-in; any other one is refused, as the host refuses unknown ones. */
const PRESET = 'rangeday';
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Cloudinary's unsigned upload: `POST /image/upload` with a form of file, upload_preset and public_id. Pictures stay in
 * memory.
 */
export function createImageHost() {
  const pictures = new Map<string, { type: string; bytes: Buffer }>();

  async function upload(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const refuse = (status: number, message: string) => sendJson(res, status, { error: { message } });
    const body = await readBody(req, MOST_BYTES);
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': req.headers['content-type'] ?? '' },
    })
      .formData()
      .catch(() => null);
    if (!form) return refuse(400, 'Missing required parameter - file');
    if (form.get('upload_preset') !== PRESET) return refuse(400, 'Upload preset not found');
    const file = form.get('file');
    if (!(file instanceof Blob)) return refuse(400, 'Missing required parameter - file');
    if (!/^image\/(jpeg|png|webp|gif|avif)$/.test(file.type)) return refuse(400, 'Invalid image file');
    const name = form.get('public_id');
    const id = typeof name === 'string' && name !== '' ? name : randomUUID();
    pictures.set(id, { type: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
    sendJson(res, 200, { public_id: id, bytes: file.size, secure_url: `${PREFIX}/files/${id}` });
  }

  return {
    async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
      const { pathname } = new URL(req.url ?? '', 'http://localhost');
      if (req.method === 'POST' && pathname === `${PREFIX}/image/upload`) return upload(req, res);
      const picture = pictures.get(pathname.slice(`${PREFIX}/files/`.length));
      if (req.method !== 'GET' || !picture) return sendJson(res, 404, { error: { message: 'Resource not found' } });
      res.setHeader('content-type', picture.type);
      res.end(picture.bytes);
    },
  };
}
