import sharp, { type Sharp } from 'sharp';
import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '@spora/contract/limits';
import type { AccountId } from '../account-id.ts';
import { AppError } from '../app-error.ts';
import { createFairTurns } from './fair-turns.ts';
import { kindOf } from './kind.ts';

/** A picture as our own encoder wrote it: pixels and nothing else, upright, at most `PICTURE_MAX_BYTES` long. */
export interface CleanPicture {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** The longer side of what is kept: enough to read a number plate, and a page of paper at 200 dots an inch. */
const LONGEST_SIDE = 2000;
const JPEG_QUALITIES = [85, 75, 60, 45];
/** No picture within the limits takes more than a fraction of it. */
const LONGEST_S = 10;

// One picture on one core at a time: decoding leaves the other cores to those who wait for a page.
sharp.concurrency(1);
sharp.cache(false);
/** So many pictures of one account may wait: somebody who sends more at once is asked to wait with them. */
const WAITING_OF_AN_ACCOUNT = 20;
const turns = createFairTurns<AccountId>(WAITING_OF_AN_ACCOUNT);

/**
 * SEC-012: decodes PNG or JPEG bytes and writes them anew, turned upright, so that place, time and whatever else came along
 * is gone. The bytes alone say what it is. Throws ImageWrongType for anything else, ImageTooLarge, ImageTooManyPixels
 * (judged by the header, before anything is unpacked) and ImageBroken; TooManyRequests when too many of the account wait.
 */
export async function cleanPicture(bytes: Uint8Array, accountId: AccountId): Promise<CleanPicture> {
  if (bytes.byteLength > PICTURE_MAX_BYTES) throw new AppError('ImageTooLarge', { status: 413 });
  const type = kindOf(bytes);
  if (type === null) throw new AppError('ImageWrongType', { status: 415 });
  return turns.take(accountId, () => rewrite(bytes, type));
}

async function rewrite(bytes: Uint8Array, type: CleanPicture['type']): Promise<CleanPicture> {
  try {
    const opened = sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
    const { width, height } = await opened.metadata();
    if (width * height > PICTURE_MAX_PIXELS) throw new AppError('ImageTooManyPixels', { status: 422 });
    const { data, info } = await opened
      .timeout({ seconds: LONGEST_S })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { channels } = info;
    const pixels = (): Sharp => sharp(data, { raw: { width: info.width, height: info.height, channels } });
    return { width: info.width, height: info.height, ...(await encode(pixels, type)) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('ImageBroken', { status: 422, cause: error });
  }
}

/** As PNG if it came as one and fits, else as JPEG of the best quality that fits; what shone through is white then. */
async function encode(pixels: () => Sharp, type: CleanPicture['type']): Promise<Pick<CleanPicture, 'type' | 'data'>> {
  if (type === 'image/png') {
    const data = await pixels().png({ compressionLevel: 9 }).toBuffer();
    if (data.byteLength <= PICTURE_MAX_BYTES) return { type, data };
  }
  for (const quality of JPEG_QUALITIES) {
    const data = await pixels().flatten({ background: 'white' }).jpeg({ quality }).toBuffer();
    if (data.byteLength <= PICTURE_MAX_BYTES) return { type: 'image/jpeg', data };
  }
  throw new AppError('ImageTooLarge', { status: 413 });
}
