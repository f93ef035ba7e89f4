import { DAY_MS } from '@spora/calendar/durations';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate for `localhost` and 127.0.0.1 that signs itself, with its key; both in PEM. For servers of tests. */
export function makeCertificate(now: Date): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, node(0x0c, Buffer.from('localhost')))));
  const alternatives = sequence(node(0x82, Buffer.from('localhost')), node(0x87, Buffer.from([127, 0, 0, 1])));
  const body = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))),
    node(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    sequence(utc(now.getTime() - 3_600_000), utc(now.getTime() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    node(0xa3, sequence(sequence(ALTERNATIVE_NAME, node(0x04, alternatives)))),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, ECDSA_SHA256, node(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** One DER element (X.690): tag, length, content. */
function node(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Buffer[]): Buffer => node(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => node(0x31, Buffer.concat(parts));
const utc = (ms: number): Buffer => node(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');
/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2 */
const ECDSA_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
