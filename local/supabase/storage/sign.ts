import { jwtVerify, SignJWT } from 'jose';
import { createHmac } from 'node:crypto';

import type { BackendContext } from '../../context.ts';
import type { ApiRole } from '../caller.ts';
import { invalid, StorageError } from './errors.ts';

export interface Signed {
  /** `bucket/name` */
  readonly url: string;
  readonly use: 'download' | 'upload';
  readonly upsert?: boolean;
  /** Who requested the upload: the policies judge them again when it arrives. The member owns the uploaded object. */
  readonly role?: ApiRole;
  readonly owner?: string;
}

/** Uses a separate key, so that such a token is never accepted as a member's token. */
const keyFor = (ctx: BackendContext): Uint8Array => createHmac('sha256', ctx.jwtSecret).update('storage-url').digest();

/** `seconds`: how long the URL is valid. */
export function signUrl(ctx: BackendContext, signed: Signed, seconds: number): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...signed })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(iat)
    .setExpirationTime(iat + seconds)
    .sign(keyFor(ctx));
}

/** Throws 400 InvalidJWT / InvalidSignature as storage-api does. */
export async function readSigned(
  ctx: BackendContext,
  token: string | null,
  use: Signed['use'],
  path: string,
): Promise<Signed> {
  if (token === null) throw invalid("querystring must have required property 'token'");
  const payload = await jwtVerify<Signed>(token, keyFor(ctx), { algorithms: ['HS256'] }).then(
    (verified) => verified.payload,
    // The message is jose's, which storage-api uses too.
    (error: unknown) => {
      throw new StorageError('400', 'InvalidJWT', error instanceof Error ? error.message : 'Invalid Compact JWS');
    },
  );
  if (payload.url !== path || payload.use !== use)
    throw new StorageError('400', 'InvalidSignature', 'Invalid signature');
  return payload;
}
