/** Packed bytes that are not what they claim to be: cut off, of an unknown version, or with counts past every bound. */
export class PackedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PackedError';
  }
}

/** Bytes with varints (7 bits a byte, low ones first), growing as needed. */
export class ByteWriter {
  #bytes: Uint8Array;
  length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
  }

  #room(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#room(1);
    this.#bytes[this.length++] = value;
  }

  /** A whole number of 0 to 2^53 - 1. */
  varint(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = rest < 0x8000_0000 ? rest >>> 7 : Math.floor(rest / 0x80);
    }
    this.#bytes[this.length++] = rest;
  }

  raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A copy of what was written. */
  take(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  copyTo(target: Uint8Array, at: number): void {
    target.set(this.#bytes.subarray(0, this.length), at);
  }

  /** Begins again, keeping the memory unless it has grown over `most` bytes. */
  clear(most = Infinity): void {
    this.length = 0;
    if (this.#bytes.length > most) this.#bytes = new Uint8Array(256);
  }
}

/** Reads what ByteWriter wrote; anything past the end is a PackedError. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  byte(): number {
    if (this.#at >= this.#end) throw new PackedError('packed bytes end too early');
    return this.#bytes[this.#at++]!;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 8; i++) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      scale *= 0x80;
    }
    throw new PackedError('a packed number is too long');
  }

  /** A varint that may not be more than `most`: how every count is read. */
  count(most: number): number {
    const value = this.varint();
    if (value > most) throw new PackedError(`a packed count of ${value} is over ${most}`);
    return value;
  }

  /** Where the next byte lies. */
  get at(): number {
    return this.#at;
  }

  /** A copy of the bytes from `start` to the next one. */
  since(start: number): Uint8Array {
    return this.#bytes.slice(start, this.#at);
  }

  /** Passes over these bytes, if they are the next. */
  passes(bytes: Uint8Array): boolean {
    const start = this.#at;
    if (bytes.length > this.#end - start) return false;
    for (let i = 0; i < bytes.length; i++) if (this.#bytes[start + i] !== bytes[i]) return false;
    this.#at = start + bytes.length;
    return true;
  }

  /** A view of the next bytes. */
  raw(length: number): Uint8Array {
    if (length > this.left) throw new PackedError('packed bytes end too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

/** Signed to unsigned so that small numbers of either sign stay small; exact for all 32 bits. */
export const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;
/** The inverse of `zigzag`. */
export const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1);
/** How many bits a number of 32 bits takes; 0 for 0. */
export const bitLength = (value: number): number => 32 - Math.clz32(value);
