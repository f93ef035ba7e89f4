import { crcCcitt } from '../crc-ccitt.ts';

/**
 * What the vendor calls CRC-ITU: CRC-16/X-25 (polynomial 1021 reflected, start FFFF, all bits turned at the end), over a
 * frame's bytes from its length to its serial number. Source: GT06 protocol document 1.8.1, appendix and 5.1.3.
 */
export const crcItu = (bytes: Uint8Array, start = 0, end = bytes.length): number => crcCcitt(bytes, start, end, 0xffff) ^ 0xffff;
