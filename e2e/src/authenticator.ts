import { createHmac } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_S = 30;

function bytesOf(key: string): Buffer {
  const bits = [...key].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 4226: the six digits of a counter. */
function digitsOf(key: string, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const hash = createHmac('sha1', bytesOf(key)).update(message).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** An authenticator app (RFC 6238). A code counts once, so each is of a later step; the server takes a step before or after its own. */
export function authenticatorApp(key: string) {
  let last = 0;
  return {
    async nextCode(): Promise<string> {
      const now = () => Math.floor(Date.now() / 1000 / STEP_S);
      last = Math.max(last + 1, now());
      while (last > now() + 1) await new Promise((resolve) => setTimeout(resolve, 500));
      return digitsOf(key, last);
    },
  };
}

/** A browser whose computer holds passkeys and whose owner says yes to each. */
export async function withPasskeys(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return client;
}
