import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** What an authenticator is told to do wrong. */
export interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** The key of another authenticator. */
  readonly key?: KeyObject;
  readonly userHandle?: string;
  /** Nobody touched it. */
  readonly isAbsent?: boolean;
  /** The counter, which otherwise grows by one. */
  readonly counter?: number;
  readonly isBackupEligible?: boolean;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');
const UP = 0x01;
const UV = 0x04;
const BE = 0x08;
const AT = 0x40;

/** A platform authenticator without attestation, with one passkey (ES256), in Node. */
export class Authenticator {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get privateKey(): KeyObject {
    return this.#keys.privateKey;
  }

  /** For the browser's virtual authenticator, in base64: the passkey with its private key (PKCS #8). */
  exported(): { credentialId: string; privateKey: string; userHandle: string } {
    return {
      credentialId: this.#id.toString('base64'),
      privateKey: this.#keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(this.#userHandle, 'base64url').toString('base64'),
    };
  }

  /** As `navigator.credentials.create()` and `toJSON()`. */
  create(options: { challenge: string; rp: { id?: string }; user: { id: string } }, faults: Faults = {}): object {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (coordinate: string): Buffer => Buffer.from(coordinate, 'base64url');
    // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      point(x),
      Buffer.from('225820', 'hex'),
      point(y),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, cose]);
    const data = Buffer.concat([this.#authenticatorData(options.rp.id ?? '', AT, faults), attested]);
    const attestationObject = Buffer.concat([
      // CBOR: {fmt: "none", attStmt: {}, authData: …}
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, faults),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    });
  }

  /** As `navigator.credentials.get()` and `toJSON()`. */
  get(options: { challenge: string; rpId?: string }, faults: Faults = {}): object {
    this.#counter = faults.counter ?? this.#counter + 1;
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, faults);
    const data = this.#authenticatorData(options.rpId ?? '', 0, faults);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#credential({
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, faults.key ?? this.#keys.privateKey)),
      userHandle: faults.userHandle ?? this.#userHandle,
    });
  }

  #credential(response: object): object {
    const id = base64url(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string, faults: Faults): string {
    const { origin = this.#origin } = faults;
    return base64url(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(rpId: string, more: number, faults: Faults): Buffer {
    const flags = (faults.isAbsent ? 0 : UP | UV) | (faults.isBackupEligible ? BE : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), counter]);
  }
}
