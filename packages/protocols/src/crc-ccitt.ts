const TABLE = (() => {
  const table = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1;
    table[byte] = crc;
  }
  return table;
})();

/** CRC-16 of polynomial 1021 reflected, begun at `initial`, over bytes[start..end). Its protocols differ in what they begin and end with. */
export function crcCcitt(bytes: Uint8Array, start: number, end: number, initial: number): number {
  let crc = initial;
  for (let p = start; p < end; p++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[p]!) & 0xff]!;
  return crc;
}
