import { parentPort, workerData } from 'node:worker_threads';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import type { PictureResult, PictureTask } from './picture.ts';

/** Four bytes a pixel: red, green, blue, opacity. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The longer side of what is kept: enough to read a number plate, and a page of paper at 200 dots an inch. */
const LONGEST_SIDE = 2000;
const QUALITIES = [85, 75, 60, 45];

function decode({ bytes, type }: PictureTask): Pixels {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'image/png') return PNG.sync.read(buffer);
  return jpeg.decode(buffer, { useTArray: true, formatAsRGBA: true, maxResolutionInMP: 14, maxMemoryUsageInMB: 512 });
}

/** Each pixel of the smaller picture is the mean of those it covers. */
function shrink(pixels: Pixels): Pixels {
  const scale = LONGEST_SIDE / Math.max(pixels.width, pixels.height);
  if (scale >= 1) return pixels;
  const width = Math.max(1, Math.round(pixels.width * scale));
  const height = Math.max(1, Math.round(pixels.height * scale));
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const fromY = Math.floor((y * pixels.height) / height);
    const toY = Math.max(fromY + 1, Math.floor(((y + 1) * pixels.height) / height));
    for (let x = 0; x < width; x += 1) {
      const fromX = Math.floor((x * pixels.width) / width);
      const toX = Math.max(fromX + 1, Math.floor(((x + 1) * pixels.width) / width));
      meanOf(pixels, { fromX, toX, fromY, toY }, data, (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

function meanOf(
  { data, width }: Pixels,
  area: { fromX: number; toX: number; fromY: number; toY: number },
  into: Uint8Array,
  at: number,
): void {
  let [red, green, blue, opacity, count] = [0, 0, 0, 0, 0];
  for (let y = area.fromY; y < area.toY; y += 1) {
    for (let x = area.fromX; x < area.toX; x += 1) {
      const from = (y * width + x) * 4;
      red += data[from] ?? 0;
      green += data[from + 1] ?? 0;
      blue += data[from + 2] ?? 0;
      opacity += data[from + 3] ?? 0;
      count += 1;
    }
  }
  into[at] = red / count;
  into[at + 1] = green / count;
  into[at + 2] = blue / count;
  into[at + 3] = opacity / count;
}

/** As Exif's eight orientations mean it: from 5 on width and height change places. */
function upright(pixels: Pixels, orientation: number): Pixels {
  if (orientation === 1) return pixels;
  const { width: w, height: h } = pixels;
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [h, w] : [w, h];
  const source = new Uint32Array(pixels.data.slice().buffer);
  const target = new Uint32Array(w * h);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [a, b] = isTurned ? [y, x] : [x, y];
      const isMirroredX = [2, 3, 7, 8].includes(orientation);
      const isMirroredY = [3, 4, 6, 7].includes(orientation);
      const fromX = isMirroredX ? w - 1 - a : a;
      const fromY = isMirroredY ? h - 1 - b : b;
      target[y * width + x] = source[fromY * w + fromX] ?? 0;
    }
  }
  return { width, height, data: new Uint8Array(target.buffer) };
}

const isOpaque = ({ data }: Pixels): boolean => {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
};

/** JPEG knows no transparency: what shines through is white. */
function onWhite({ width, height, data }: Pixels): Pixels {
  const flat = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const opacity = (data[i + 3] ?? 0) / 255;
    for (let c = 0; c < 3; c += 1) flat[i + c] = 255 + ((data[i + c] ?? 0) - 255) * opacity;
    flat[i + 3] = 255;
  }
  return { width, height, data: flat };
}

function encode(pixels: Pixels, { type, maxBytes }: PictureTask): PictureResult {
  const { width, height } = pixels;
  if (type === 'image/png') {
    const png = new PNG({ width, height });
    png.data = Buffer.from(pixels.data);
    const data = PNG.sync.write(png, { colorType: isOpaque(pixels) ? 2 : 6, inputHasAlpha: true });
    if (data.byteLength <= maxBytes) return { type, width, height, data };
  }
  const flat = type === 'image/png' ? onWhite(pixels) : pixels;
  for (const quality of QUALITIES) {
    const { data } = jpeg.encode({ width, height, data: flat.data }, quality);
    if (data.byteLength <= maxBytes) return { type: 'image/jpeg', width, height, data };
  }
  return { failure: 'does not fit' };
}

function work(task: PictureTask): PictureResult {
  try {
    return encode(upright(shrink(decode(task)), task.orientation), task);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'unknown' };
  }
}

parentPort?.postMessage(work(workerData as PictureTask));
