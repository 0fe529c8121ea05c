/** The part that is used of a package without types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /**
   * RFC 8188 with the keys of RFC 8291. Throws if the body was not encrypted for this key. `authSecret` is base64url.
   */
  export function decrypt(
    body: Buffer,
    parameters: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
