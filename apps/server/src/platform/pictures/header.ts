const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** What a file says of itself before anything of it is unpacked; width and height in pixels. */
export interface PictureHeader {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Kind and size by the file's own bytes (PNG 1.2, section 3; JPEG, ITU-T T.81 annex B); null for anything else. */
export function sizeOf(bytes: Uint8Array): PictureHeader | null {
  if (PNG_SIGNATURE.every((byte, i) => bytes[i] === byte)) {
    // The header chunk comes first, always.
    if (bytes.byteLength < 33 || String.fromCharCode(...bytes.subarray(12, 16)) !== 'IHDR') return null;
    const view = viewOf(bytes);
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return null;
  for (const { marker, at, length } of jpegSegments(bytes)) {
    // Start of frame: all but the tables DHT, JPG and DAC among C0 to CF.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (!isFrame || length < 6) continue;
    const view = viewOf(bytes);
    return { type: 'image/jpeg', height: view.getUint16(at + 1), width: view.getUint16(at + 3) };
  }
  return null;
}

/** The segments before the picture data: marker, where the content begins, how long it is. */
function* jpegSegments(bytes: Uint8Array): Generator<{ marker: number; at: number; length: number }> {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 4 <= bytes.byteLength) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9 || marker === 0xda) return;
    const length = view.getUint16(at + 2);
    if (length < 2 || at + 2 + length > bytes.byteLength) return;
    yield { marker, at: at + 4, length: length - 2 };
    at += 2 + length;
  }
}

/** How a JPEG is to be turned, 1 (as it is) to 8 (Exif 2.3, tag 0x0112). 1 where it does not say or says nonsense. */
export function orientationOf(bytes: Uint8Array): number {
  for (const { marker, at, length } of jpegSegments(bytes)) {
    if (marker !== 0xe1 || length < 14 || String.fromCharCode(...bytes.subarray(at, at + 4)) !== 'Exif') continue;
    const tiff = new DataView(bytes.buffer, bytes.byteOffset + at + 6, length - 6);
    const isLittle = tiff.getUint16(0) === 0x4949;
    const directory = tiff.getUint32(4, isLittle);
    if (directory + 2 > tiff.byteLength) return 1;
    const count = tiff.getUint16(directory, isLittle);
    for (let i = 0; i < count; i += 1) {
      const entry = directory + 2 + i * 12;
      if (entry + 12 > tiff.byteLength) return 1;
      if (tiff.getUint16(entry, isLittle) !== 0x0112) continue;
      const value = tiff.getUint16(entry + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  }
  return 1;
}
