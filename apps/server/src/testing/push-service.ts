import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import { type Answered, type AskedOf, startAnsweringServer } from './answering-server.ts';

/** A browser as a push service knows it: its keys, and what they open. */
export interface TestBrowser {
  readonly endpoint: string;
  readonly publicKey: string;
  readonly authSecret: string;
  /** RFC 8291: what was encrypted for this browser. Throws for what was not. */
  readonly decrypt: (body: Buffer) => string;
}

export interface TestPushService {
  readonly asked: readonly AskedOf[];
  readonly origin: string;
  newBrowser(this: void): TestBrowser;
  stop(this: void): Promise<void>;
}

/** A push service on loopback (RFC 8030); it answers 201 unless told otherwise. */
export async function startPushService(answer: (asked: AskedOf) => Answered = () => ({ status: 201 })): Promise<TestPushService> {
  const server = await startAnsweringServer(answer);
  let browsers = 0;
  return {
    asked: server.asked,
    origin: server.url,
    stop: server.stop,
    newBrowser: () => browserAt(`${server.url}/push/${(browsers += 1)}-${randomBytes(6).toString('hex')}`),
  };
}

export function browserAt(endpoint: string): TestBrowser {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const secret = randomBytes(16);
  return {
    endpoint,
    publicKey: keys.getPublicKey('base64url'),
    authSecret: secret.toString('base64url'),
    decrypt: (body) => decrypt(body, keys, secret),
  };
}

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const expand = (key: Buffer, info: string | Buffer, length: number): Buffer =>
  hmac(key, Buffer.from(info), Buffer.from([1])).subarray(0, length);

/** RFC 8188 (aes128gcm) of one record, with the keys as RFC 8291 derives them. */
function decrypt(body: Buffer, keys: ECDH, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const theirs = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const input = expand(hmac(secret, keys.computeSecret(theirs)), info, 32);
  const pseudo = hmac(salt, input);
  const key = expand(pseudo, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = expand(pseudo, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('the record has no end');
  return padded.subarray(0, end).toString('utf8');
}

/** RFC 8292: what the header `Authorization` says, once its signature is that of the key it shows. */
export function readVapid(header: string): { readonly key: string; readonly claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isOurs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isOurs) throw new Error('the signature is not that of the key');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> };
}
