/**
 * Points of an encoded polyline at 1e-5 degrees, as lat, lon, lat, lon, ... The source of the encoding is Google's "Encoded Polyline
 * Algorithm Format": differences, zigzag, five bits a character from `?` on.
 */
export function decodePolyline(text: string): number[] {
  const out: number[] = [];
  const last = [0, 0];
  let at = 0;
  for (let axis = 0; at < text.length; axis ^= 1) {
    let shift = 0;
    let bits = 0;
    let byte: number;
    do {
      byte = text.charCodeAt(at++) - 63;
      bits |= (byte & 31) << shift;
      shift += 5;
    } while (byte >= 32);
    last[axis]! += bits & 1 ? ~(bits >> 1) : bits >> 1;
    out.push(last[axis]! / 1e5);
  }
  return out;
}

/** The points lat, lon, lat, lon, ... as `decodePolyline` reads them, rounded to 1e-5 degrees. */
export function encodePolyline(points: ArrayLike<number>): string {
  let out = '';
  const last = [0, 0];
  for (let i = 0; i < points.length; i++) {
    const value = Math.round(points[i]! * 1e5);
    const delta = value - last[i & 1]!;
    last[i & 1] = value;
    let bits = delta < 0 ? ~(delta << 1) : delta << 1;
    for (; bits >= 32; bits >>= 5) out += String.fromCharCode((32 | (bits & 31)) + 63);
    out += String.fromCharCode(bits + 63);
  }
  return out;
}
