/** Eight tables of 256: entry [k][b] is byte b followed by k zero bytes (slicing-by-8). One array, table after table. */
const TABLES = (() => {
  const tables = new Uint16Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
    tables[byte] = crc;
  }
  for (let i = 256; i < tables.length; i++) {
    const before = tables[i - 256]!;
    tables[i] = (before >>> 8) ^ tables[before & 0xff]!;
  }
  return tables;
})();

/**
 * CRC-16/IBM (also called ARC: polynomial 8005 reflected, start 0), the check of every Teltonika TCP frame over its
 * bytes from the codec id to the second count. Source: vendor wiki, "Teltonika Data Sending Protocols".
 */
export function crc16(bytes: Uint8Array, start = 0, end = bytes.length): number {
  const t = TABLES;
  let crc = 0;
  let p = start;
  for (; p + 8 <= end; p += 8) {
    crc ^= bytes[p]! | (bytes[p + 1]! << 8);
    crc =
      t[0x700 + (crc & 0xff)]! ^
      t[0x600 + (crc >>> 8)]! ^
      t[0x500 + bytes[p + 2]!]! ^
      t[0x400 + bytes[p + 3]!]! ^
      t[0x300 + bytes[p + 4]!]! ^
      t[0x200 + bytes[p + 5]!]! ^
      t[0x100 + bytes[p + 6]!]! ^
      t[bytes[p + 7]!]!;
  }
  for (; p < end; p++) crc = (crc >>> 8) ^ t[(crc ^ bytes[p]!) & 0xff]!;
  return crc;
}
