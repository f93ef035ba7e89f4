import { PICTURE_LIMIT, PICTURE_TYPES, smallerSize } from '../model.ts';

const LONGEST_SIDES = [2000, 1600, 1200, 800];
const QUALITIES = [0.85, 0.7];

/** What is wrong with a file before it is sent; null when nothing is. `megapixels` when it is they that are too many. */
export type PictureFault =
  { readonly kind: 'type' } | { readonly kind: 'large' } | { readonly kind: 'pixels'; readonly megapixels: number };

/** Other kinds that a browser can read (WebP, HEIC) become JPEG when they are made smaller; so they are not refused here. */
export async function faultOf(file: File): Promise<PictureFault | null> {
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) return { kind: 'type' };
  if (file.size > PICTURE_LIMIT.bytes) return { kind: 'large' };
  const pixels = await pixelsOf(file);
  return pixels > PICTURE_LIMIT.pixels ? { kind: 'pixels', megapixels: pixels / 1e6 } : null;
}

/** 0 when the browser cannot read it: the server says what is wrong with it. */
async function pixelsOf(file: File): Promise<number> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return width * height;
  } catch {
    return 0;
  }
}

/**
 * OBJ-006: a JPEG of the same picture, upright, that fits; what else the file told is not in it. Null when the browser cannot
 * read the file.
 */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  try {
    for (const longest of LONGEST_SIDES) {
      const canvas = drawn(bitmap, smallerSize(bitmap.width, bitmap.height, longest));
      for (const quality of QUALITIES) {
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
        if (blob && blob.size <= PICTURE_LIMIT.bytes) return blob;
      }
    }
    return null;
  } finally {
    bitmap.close();
  }
}

function drawn(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context) {
    // JPEG knows no transparency.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
  }
  return canvas;
}
