import { expect, test } from 'vitest';
import { base64Of, bytesOfBase64 } from './base64.ts';

test.each([0, 1, 2, 3, 8_191, 8_192, 8_193, 1_000_000])('NFR-006: %i bytes become base64 and come back', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256);
  const text = base64Of(bytes);
  expect(text).toBe(Buffer.from(bytes).toString('base64'));
  expect(Buffer.from(bytesOfBase64(text)).equals(bytes)).toBe(true);
});

test('a text that is no base64 is refused', () => {
  expect(() => bytesOfBase64('no base64!')).toThrow();
});
