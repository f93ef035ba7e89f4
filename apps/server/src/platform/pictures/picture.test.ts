import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PICTURE_MAX_BYTES } from '@spora/contract/limits';
import type { AccountId } from '../account-id.ts';
import * as picture from './picture.ts';
import { interlacedPng, jpegOf, pixelsOf, pngClaiming, pngOf, withExif } from '../../testing/picture.ts';

const cleanPicture = (bytes: Uint8Array) => picture.cleanPicture(bytes, 1 as AccountId);

test('SEC-012, OBJ-006: place and everything else that came with a picture is gone, and it stands upright', async () => {
  const sent = withExif(await jpegOf(60, 40), 6, 'GPS 59.3293 18.0686');
  expect(sent.includes('59.3293')).toBe(true);
  expect((await sharp(sent).metadata()).orientation).toBe(6);
  const kept = await cleanPicture(sent);
  expect(kept.data.includes('59.3293')).toBe(false);
  expect(kept.data.includes('Exif')).toBe(false);
  expect([kept.type, kept.width, kept.height]).toEqual(['image/jpeg', 40, 60]);
  const data = await pixelsOf(kept.data);
  const redAt = (x: number, y: number) => data[(y * 40 + x) * 4]!;
  // Red grew to the right; turned by a quarter it grows downwards.
  expect(redAt(20, 55) - redAt(20, 4)).toBeGreaterThan(150);
  expect(Math.abs(redAt(4, 30) - redAt(35, 30))).toBeLessThan(20);
});

test('OBJ-002: a picture is what its bytes say, whatever it was called', async () => {
  expect(await cleanPicture(await pngOf(30, 20))).toMatchObject({ type: 'image/png', width: 30, height: 20 });
  for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '', '\x89PNG'])
    await expect(cleanPicture(Buffer.from(bytes, 'latin1'))).rejects.toMatchObject({ key: 'ImageWrongType', status: 415 });
});

test('SEC-012: a file that claims to be huge is refused by its header, a broken one after it was tried', async () => {
  await expect(cleanPicture(pngClaiming(30_000, 30_000))).rejects.toMatchObject({ key: 'ImageTooManyPixels', status: 422 });
  await expect(cleanPicture(pngClaiming(0, 10))).rejects.toMatchObject({ key: 'ImageBroken' });
  await expect(cleanPicture(pngClaiming(300, 300))).rejects.toMatchObject({ key: 'ImageBroken', status: 422 });
  await expect(cleanPicture((await jpegOf(200, 200)).subarray(0, 400))).rejects.toMatchObject({
    key: expect.stringMatching(/^Image/) as string,
  });
});

test('CONST-037: more than 1 MB is refused; what is kept is never more, and no side longer than 2000 pixels', async () => {
  await expect(cleanPicture(Buffer.alloc(PICTURE_MAX_BYTES + 1, 0xff))).rejects.toMatchObject({
    key: 'ImageTooLarge',
    status: 413,
  });
  const kept = await cleanPicture(await jpegOf(3000, 1500, 40));
  expect([kept.width, kept.height]).toEqual([2000, 1000]);
  expect(kept.data.length).toBeLessThanOrEqual(PICTURE_MAX_BYTES);
  const red = await pixelsOf(kept.data);
  expect(red[(500 * 2000 + 1990) * 4]! - red[(500 * 2000 + 10) * 4]!).toBeGreaterThan(200);
});

test('a transparent picture stays transparent', async () => {
  const pixels = Buffer.from([255, 0, 0, 255, 0, 0, 255, 0]);
  const sent = await sharp(pixels, { raw: { width: 2, height: 1, channels: 4 } })
    .png()
    .toBuffer();
  expect([...(await pixelsOf((await cleanPicture(sent)).data))]).toEqual([...pixels]);
});

test('SEC-012: a small file that unpacks to the most pixels, line by line or interlaced, costs little memory', async () => {
  const bomb = await interlacedPng(4000, 3000);
  expect(bomb.byteLength).toBeLessThan(PICTURE_MAX_BYTES);
  const before = process.memoryUsage.rss();
  const kept = await cleanPicture(bomb);
  expect([kept.width, kept.height]).toEqual([2000, 1500]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(250e6);
});

test('a picture cut anywhere is refused or whole, and never ends the program', async () => {
  const whole = withExif(await jpegOf(16, 8), 3, 'x');
  for (let length = 0; length < whole.length; length += 7) {
    const kept = await cleanPicture(whole.subarray(0, length)).catch((error: unknown) => error);
    expect(kept).toMatchObject({ key: expect.stringMatching(/^Image(WrongType|Broken)$/) as string });
  }
});
