/**
 * A Bloom filter over the bits of `bits`: what was added is always found, and of what was not a small part is taken for it. `hash` is at
 * least eight random bytes, as of a SHA-256.
 */
function* placesOf(bits: Uint8Array, probes: number, hash: Uint8Array): Generator<number> {
  const view = new DataView(hash.buffer, hash.byteOffset, 8);
  const size = bits.length * 8;
  const [first, step] = [view.getUint32(0), (view.getUint32(4) | 1) >>> 0];
  for (let i = 0; i < probes; i += 1) yield (first + i * step) % size;
}

/** Adds what has this hash. */
export function addTo(bits: Uint8Array, probes: number, hash: Uint8Array): void {
  for (const place of placesOf(bits, probes, hash)) bits[place >> 3]! |= 1 << (place & 7);
}

/** Whether it was added, or is one of the few that only look so. */
export function isIn(bits: Uint8Array, probes: number, hash: Uint8Array): boolean {
  for (const place of placesOf(bits, probes, hash)) if ((bits[place >> 3]! & (1 << (place & 7))) === 0) return false;
  return true;
}
