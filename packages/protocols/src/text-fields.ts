import { ProtocolError } from './protocol.ts';

const SPACE = 0x20;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const MOST_FIELDS = 512;
const MOST_DIGITS = 15;

/**
 * The fields of a line of text between commas, read from its bytes: no text and no list is made of what is only a
 * number. One is used again for each line.
 */
export class TextFields {
  #bytes: Uint8Array = new Uint8Array(0);
  /** Field i is from the place at i to the one before that at i + 1. */
  readonly #at = new Int32Array(MOST_FIELDS + 1);
  count = 0;

  /** @throws ProtocolError for more fields than any line has */
  split(bytes: Uint8Array, start: number, end: number): void {
    const at = this.#at;
    this.#bytes = bytes;
    at[0] = start;
    let count = 1;
    for (let p = start; p < end; p++) {
      if (bytes[p] !== COMMA) continue;
      if (count === MOST_FIELDS) throw new ProtocolError('count', 'a line of too many fields');
      at[count++] = p + 1;
    }
    at[count] = end + 1;
    this.count = count;
  }

  /** Bytes of field i; 0 of one that is not there. */
  length(i: number): number {
    return i >= 0 && i < this.count ? this.#at[i + 1]! - this.#at[i]! - 1 : 0;
  }

  /** Byte k of field i, or 0. */
  byte(i: number, k = 0): number {
    return k < this.length(i) ? this.#bytes[this.#at[i]! + k]! : 0;
  }

  is(i: number, text: string): boolean {
    if (this.length(i) !== text.length) return false;
    for (let k = 0; k < text.length; k++) if (this.byte(i, k) !== text.charCodeAt(k)) return false;
    return true;
  }

  text(i: number): string {
    let text = '';
    for (let k = 0; k < this.length(i); k++) text += String.fromCharCode(this.byte(i, k));
    return text;
  }

  /** Digits `from` to `from + digits` of field i as a number; NaN where one is no digit. */
  digits(i: number, from: number, digits: number): number {
    let value = 0;
    for (let k = from; k < from + digits; k++) {
      const digit = this.byte(i, k) - ZERO;
      if (digit < 0 || digit > 9) return NaN;
      value = value * 10 + digit;
    }
    return value;
  }

  /** A decimal number times ten to the power of `decimals`, what is finer cut off; NaN for anything else. */
  scaled(i: number, decimals: number, from = 0): number {
    const bytes = this.#bytes;
    const end = i >= 0 && i < this.count ? this.#at[i + 1]! - 1 : 0;
    let p = i >= 0 && i < this.count ? this.#at[i]! + from : 0;
    while (p < end && bytes[p] === SPACE) p++;
    const isNegative = p < end && bytes[p] === MINUS;
    if (isNegative) p++;
    let value = 0;
    let seen = 0;
    let isFraction = false;
    let left = decimals;
    for (; p < end; p++) {
      const byte = bytes[p]!;
      if (byte === POINT && !isFraction) {
        isFraction = true;
        continue;
      }
      const digit = byte - ZERO;
      if (digit < 0 || digit > 9 || seen === MOST_DIGITS) return NaN;
      seen++;
      if (isFraction && left === 0) continue;
      value = value * 10 + digit;
      if (isFraction) left--;
    }
    if (seen === 0) return NaN;
    for (; left > 0; left--) value *= 10;
    return isNegative ? 0 - value : value;
  }

  /** A number of hexadecimal digits; NaN for anything else. */
  hex(i: number): number {
    const length = this.length(i);
    if (length === 0 || length > 8) return NaN;
    let value = 0;
    for (let k = 0; k < length; k++) {
      const digit = hexDigit(this.byte(i, k));
      if (digit < 0) return NaN;
      value = value * 16 + digit;
    }
    return value;
  }
}

/** The bytes of a text of Latin 1. */
export function latin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The value of a hexadecimal digit's byte; negative for any other. */
export function hexDigit(byte: number): number {
  if (byte >= ZERO && byte <= 0x39) return byte - ZERO;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;
const DAYS_TO_2000 = 10_957;

/**
 * A time of this century in UTC, in milliseconds: a sum, many times faster than a Date. NaN where a part is none.
 * @param year 0 to 99
 */
export function utcMs(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  const isTime = year >= 0 && year <= 99 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isTime || !(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59)) return NaN;
  const leapDay = year % 4 === 0 && month > 2 ? 1 : 0;
  const days = DAYS_TO_2000 + year * 365 + ((year + 3) >> 2) + DAYS_BEFORE[month - 1]! + leapDay + day - 1;
  return days * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1000;
}
