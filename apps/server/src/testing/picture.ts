import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

const slopeOf = (width: number, height: number) => sharp(slope(width, height), { raw: { width, height, channels: 4 } });

/** A picture of a slope of colours, so that turning and shrinking can be seen in it. */
export const jpegOf = (width: number, height: number, quality = 80): Promise<Buffer> =>
  slopeOf(width, height).removeAlpha().jpeg({ quality }).toBuffer();

export const pngOf = (width: number, height: number): Promise<Buffer> => slopeOf(width, height).png().toBuffer();

/** One colour in seven passes: a few bytes that must be unpacked whole. */
export const interlacedPng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: 'teal' } })
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();

/** Four bytes a pixel: red, green, blue, opacity. */
export const pixelsOf = (picture: Buffer): Promise<Buffer> => sharp(picture).ensureAlpha().raw().toBuffer();

/** Red grows to the right, green downwards. */
function slope(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      data[at] = Math.round((x * 255) / width);
      data[at + 1] = Math.round((y * 255) / height);
      data[at + 2] = 0;
    }
  }
  return data;
}

/** What a telephone writes: how it was held, and the words that stand for the place it was taken at. */
export function withExif(picture: Buffer, orientation: number, secret: string): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(secret)]);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([picture.subarray(0, 2), segment, content, picture.subarray(2)]);
}

/** A PNG whose header claims a size that its few bytes unpack to nothing of. */
export function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length, 0);
    out.write(type, 4, 'latin1');
    data.copy(out, 8);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
