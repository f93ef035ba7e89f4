import { Worker } from 'node:worker_threads';
import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '@spora/contract/limits';
import { AppError } from '../app-error.ts';
import { orientationOf, sizeOf } from './header.ts';

/** A picture as our own encoder wrote it: pixels and nothing else, upright, at most `PICTURE_MAX_BYTES` long. */
export interface CleanPicture {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** To and from the thread that does the work. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly type: CleanPicture['type'];
  readonly orientation: number;
  readonly maxBytes: number;
}
export type PictureResult =
  | { readonly width: number; readonly height: number; readonly type: CleanPicture['type']; readonly data: Uint8Array }
  | { readonly failure: string };

/** A picture of the most pixels takes about two seconds; nothing that came as a picture may keep the thread for longer. */
const LONGEST_MS = 15_000;

/** One at a time: a picture in the works takes up to 500 MB, and people add them one by one. */
let last: Promise<unknown> = Promise.resolve();

/**
 * SEC-012: decodes PNG or JPEG bytes and writes them anew, turned upright, so that place, time and whatever else came along
 * is gone. What it is is judged by its bytes alone. Throws ImageWrongType for anything else, ImageTooLarge, ImageTooManyPixels
 * (judged by the header, before anything is unpacked) and ImageBroken.
 */
export async function cleanPicture(bytes: Uint8Array): Promise<CleanPicture> {
  if (bytes.byteLength > PICTURE_MAX_BYTES) throw new AppError('ImageTooLarge', { status: 413 });
  const header = sizeOf(bytes);
  if (header === null) throw new AppError('ImageWrongType', { status: 415 });
  const { type, width, height } = header;
  if (width === 0 || height === 0) throw new AppError('ImageBroken', { status: 422 });
  if (width * height > PICTURE_MAX_PIXELS) throw new AppError('ImageTooManyPixels', { status: 422 });
  const orientation = type === 'image/jpeg' ? orientationOf(bytes) : 1;
  const turn = last.then(() => inThread({ bytes, type, orientation, maxBytes: PICTURE_MAX_BYTES }));
  last = turn.catch(() => undefined);
  const result = await turn;
  if ('failure' in result) throw new AppError('ImageBroken', { status: 422, cause: new Error(result.failure) });
  return { ...result, data: Buffer.from(result.data.buffer, result.data.byteOffset, result.data.byteLength) };
}

/** Decoding is pure computing and would hold up every other call; a thread can also be ended when it takes too long. */
function inThread(task: PictureTask): Promise<PictureResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const end = (result: PictureResult): void => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ failure: 'took too long' }), LONGEST_MS);
    worker.once('message', end);
    worker.once('error', (error: unknown) => end({ failure: error instanceof Error ? error.message : 'unknown' }));
    worker.once('exit', () => end({ failure: 'ended without an answer' }));
  });
}
