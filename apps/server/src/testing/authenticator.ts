import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** Just enough of CBOR (RFC 8949) for a passkey: numbers, texts, bytes and maps of them. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (kind: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(kind << 5) | length])
      : length < 256
        ? Buffer.from([(kind << 5) | 24, length])
        : Buffer.from([(kind << 5) | 25, length >> 8, length & 0xff]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of as Parameters<typeof cbor>[0])]),
  ]);
}

const base64 = (bytes: Buffer): string => bytes.toString('base64url');

export interface AnswerOptions {
  readonly origin?: string;
  readonly host?: string;
  /** The person was there, and showed who they are (WebAuthn flags UP and UV). */
  readonly isVerified?: boolean;
  /** In place of the next of its own. */
  readonly counter?: number;
  /** In place of the one asked to be signed. */
  readonly challenge?: string;
}

/** A passkey in a program: makes one (ES256, no attestation) and signs what it is asked to, as a browser would hand it on. */
export function softAuthenticator({ origin: home = 'http://localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (host: string, flags: number, count: number): Buffer => {
    const bytes = Buffer.alloc(5);
    bytes.writeUInt8(flags, 0);
    bytes.writeUInt32BE(count, 1);
    return Buffer.concat([createHash('sha256').update(host).digest(), bytes]);
  };

  return {
    id: base64(id),
    make(options: Record<string, unknown>, { origin = home, isVerified = true, host }: AnswerOptions = {}) {
      const { challenge, rp } = options as { challenge: string; rp: { id: string } };
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([authData(host ?? rp.id, isVerified ? 0x45 : 0x41, counter), Buffer.alloc(16), length, id, key]);
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      );
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64(attestation),
          transports: ['internal'],
        },
      };
    },
    sign(options: Record<string, unknown>, more: AnswerOptions = {}) {
      const asked = options as { challenge: string; rpId: string };
      const { origin = home, isVerified = true, host = asked.rpId, challenge = asked.challenge } = more;
      counter = more.counter ?? counter + 1;
      const client = clientData('webauthn.get', challenge, origin);
      const data = authData(host, isVerified ? 0x05 : 0x01, counter);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(privateKey);
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key' as const,
        response: { clientDataJSON: base64(client), authenticatorData: base64(data), signature: base64(signature) },
      };
    },
  };
}
export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;
