import { ByteWriter } from './bytes.ts';

const PROBABILITY_BITS = 12;
const EVEN = 1 << (PROBABILITY_BITS - 1);
/** A node learns fast at first (1/2, 1/3, ...) and then keeps to 1/2^5 of what is new. */
const SLOWEST = 5;
const TOP = 0x100_0000;

/** Chances of zero of many binary choices, each learnt on its own. */
export class Model {
  readonly chances: Uint16Array;
  readonly seen: Uint8Array;

  constructor(size: number) {
    this.chances = new Uint16Array(size).fill(EVEN);
    this.seen = new Uint8Array(size);
  }
}

function learn(model: Model, at: number, bit: number): void {
  const speed = LEARNING[model.seen[at]!]!;
  if (model.seen[at]! < LEARNING.length - 1) model.seen[at]!++;
  const chance = model.chances[at]!;
  const wanted = bit === 0 ? (1 << PROBABILITY_BITS) - 31 : 31;
  model.chances[at] = chance + Math.trunc(((wanted - chance) * speed) / 64);
}
/** In 64ths. */
const LEARNING = [26, 18, 14, 11, 9, 8, 7, 6, 5, 5, 4, 4, 3, 3, 2].map((speed) => Math.max(speed, 64 >> SLOWEST));

/**
 * A binary range coder with carry (the construction of Martin 1979 in the form LZMA made common): integers only, so
 * the same bytes on every machine.
 */
export class RangeEncoder {
  readonly #out = new ByteWriter(1024);
  #low = 0;
  #range = 0xffff_ffff;
  #cache = 0;
  #pending = 1;

  bit(model: Model, at: number, bit: number): void {
    const bound = (this.#range >>> PROBABILITY_BITS) * model.chances[at]!;
    if (bit === 0) {
      this.#range = bound;
    } else {
      this.#low += bound;
      this.#range -= bound;
    }
    learn(model, at, bit);
    while (this.#range < TOP) {
      this.#range = (this.#range << 8) >>> 0;
      this.#shift();
    }
  }

  /** A value of so many bits, from the upper one down, each learnt in the light of those above it. */
  tree(model: Model, at: number, width: number, value: number): void {
    let node = 1;
    for (let i = width - 1; i >= 0; i--) {
      const bit = (value >>> i) & 1;
      this.bit(model, at + node, bit);
      node = (node << 1) | bit;
    }
  }

  /** Bits that nothing can be learnt about. */
  plain(value: number, width: number): void {
    for (let i = width - 1; i >= 0; i--) {
      this.#range >>>= 1;
      if ((value >>> i) & 1) this.#low += this.#range;
      while (this.#range < TOP) {
        this.#range = (this.#range << 8) >>> 0;
        this.#shift();
      }
    }
  }

  #shift(): void {
    if (this.#low < 0xff00_0000 || this.#low > 0xffff_ffff) {
      const carry = this.#low > 0xffff_ffff ? 1 : 0;
      let byte = this.#cache;
      do {
        this.#out.byte((byte + carry) & 0xff);
        byte = 0xff;
      } while (--this.#pending !== 0);
      this.#cache = Math.floor(this.#low / TOP) & 0xff;
    }
    this.#pending++;
    this.#low = (this.#low % TOP) * 256;
  }

  /** The coded bytes; trailing zeros are left off, the decoder reads them for what is missing. */
  finish(): Uint8Array {
    for (let i = 0; i < 5; i++) this.#shift();
    const bytes = this.#out.take();
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === 0) end--;
    return bytes.subarray(0, end);
  }
}

/** Reads what RangeEncoder wrote. Past the end it reads zeros: hostile bytes give nonsense, in bounded time. */
export class RangeDecoder {
  readonly #bytes: Uint8Array;
  #at = 1;
  #range = 0xffff_ffff;
  #code = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let i = 0; i < 4; i++) this.#code = ((this.#code << 8) | this.#next()) >>> 0;
  }

  #next(): number {
    return this.#at < this.#bytes.length ? this.#bytes[this.#at++]! : 0;
  }

  bit(model: Model, at: number): number {
    const bound = (this.#range >>> PROBABILITY_BITS) * model.chances[at]!;
    let bit: number;
    if (this.#code < bound) {
      this.#range = bound;
      bit = 0;
    } else {
      this.#code -= bound;
      this.#range -= bound;
      bit = 1;
    }
    learn(model, at, bit);
    while (this.#range < TOP) {
      this.#code = ((this.#code << 8) | this.#next()) >>> 0;
      this.#range = (this.#range << 8) >>> 0;
    }
    return bit;
  }

  tree(model: Model, at: number, width: number): number {
    let node = 1;
    for (let i = 0; i < width; i++) node = (node << 1) | this.bit(model, at + node);
    return node - (1 << width);
  }

  plain(width: number): number {
    let value = 0;
    for (let i = 0; i < width; i++) {
      this.#range >>>= 1;
      let bit = 0;
      if (this.#code >= this.#range) {
        this.#code -= this.#range;
        bit = 1;
      }
      value = value * 2 + bit;
      while (this.#range < TOP) {
        this.#code = ((this.#code << 8) | this.#next()) >>> 0;
        this.#range = (this.#range << 8) >>> 0;
      }
    }
    return value;
  }
}
