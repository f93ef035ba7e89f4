const TABLE = (() => {
  const table = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1;
    table[byte] = crc;
  }
  return table;
})();

/**
 * What the vendor calls CRC-ITU: CRC-16/X-25 (polynomial 1021 reflected, start FFFF, all bits turned at the end), over a
 * frame's bytes from its length to its serial number. Source: GT06 protocol document 1.8.1, appendix and 5.1.3.
 */
export function crcItu(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff;
  for (let p = start; p < end; p++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[p]!) & 0xff]!;
  return crc ^ 0xffff;
}
