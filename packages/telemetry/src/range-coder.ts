import { ByteWriter } from './bytes.ts';

const PROBABILITY_BITS = 12;
const EVEN = 1 << (PROBABILITY_BITS - 1);
/** A chance stays this far from never and from always. */
const LEAST = 31;
const MOST = (1 << PROBABILITY_BITS) - LEAST;
/** A node learns fast at first (1/2, 1/3, ...) and then keeps to 1/2^5 of what is new. */
const SLOWEST = 5;
/** In 64ths, by how often the choice was made. */
const LEARNING = Uint8Array.from([26, 18, 14, 11, 9, 8, 7, 6, 5, 5, 4, 4, 3, 3, 2], (speed) => Math.max(speed, 64 >> SLOWEST));
const LAST_SPEED = LEARNING.length - 1;
const TOP = 0x100_0000;

/*
 * A choice is one number: its chance of zero above, how often it was made (up to LAST_SPEED) in the four bits below. With the
 * bounds of a chance a choice never takes a range below TOP / 256, so that one byte always brings it back.
 */
const SEEN_BITS = 4;
const SEEN = (1 << SEEN_BITS) - 1;

/** Chances of many binary choices, each learnt on its own. */
export class Model {
  readonly choices: Uint16Array;

  constructor(size: number) {
    this.choices = new Uint16Array(size).fill(EVEN << SEEN_BITS);
  }
}

/** A choice after it came out as 0. */
function afterZero(choice: number): number {
  const seen = choice & SEEN;
  const chance = choice >>> SEEN_BITS;
  const learnt = chance + (((MOST - chance) * LEARNING[seen]!) >> 6);
  return (learnt << SEEN_BITS) | (seen < LAST_SPEED ? seen + 1 : seen);
}

/** A choice after it came out as 1. */
function afterOne(choice: number): number {
  const seen = choice & SEEN;
  const chance = choice >>> SEEN_BITS;
  const learnt = chance - (((chance - LEAST) * LEARNING[seen]!) >> 6);
  return (learnt << SEEN_BITS) | (seen < LAST_SPEED ? seen + 1 : seen);
}

/** The part of a range that belongs to zero. */
const boundOf = (range: number, choice: number): number => Math.imul(range >>> PROBABILITY_BITS, choice >>> SEEN_BITS) >>> 0;

/**
 * A binary range coder with carry (the construction of Martin 1979 in the form LZMA made common): integers only, so
 * the same bytes on every machine. What it works on lies in a typed array: unsigned numbers of 32 bits as fields would be
 * allocated anew at each change.
 */
export class RangeEncoder {
  readonly #out = new ByteWriter(1024);
  readonly #range = Uint32Array.of(0xffff_ffff);
  /** Below 2^33: with the carry. */
  readonly #low = Float64Array.of(0);
  #cache = 0;
  #pending = 1;

  bit(model: Model, at: number, bit: number): void {
    this.tree(model, at - 1, 1, bit);
  }

  /** A value of so many bits, from the upper one down, each learnt in the light of those above it. */
  tree({ choices }: Model, at: number, width: number, value: number): void {
    let range = this.#range[0]!;
    let node = 1;
    for (let i = width - 1; i >= 0; i--) {
      const choice = choices[at + node]!;
      const bound = boundOf(range, choice);
      if (((value >>> i) & 1) === 0) {
        range = bound;
        choices[at + node] = afterZero(choice);
        node <<= 1;
      } else {
        this.#low[0]! += bound;
        range = (range - bound) >>> 0;
        choices[at + node] = afterOne(choice);
        node = (node << 1) | 1;
      }
      if (range < TOP) {
        range = (range << 8) >>> 0;
        this.#shift();
      }
    }
    this.#range[0] = range;
  }

  /** Bits that nothing can be learnt about. */
  plain(value: number, width: number): void {
    let range = this.#range[0]!;
    for (let i = width - 1; i >= 0; i--) {
      range >>>= 1;
      if ((value >>> i) & 1) this.#low[0]! += range;
      if (range < TOP) {
        range = (range << 8) >>> 0;
        this.#shift();
      }
    }
    this.#range[0] = range;
  }

  #shift(): void {
    const low = this.#low[0]!;
    if (low < 0xff00_0000 || low > 0xffff_ffff) {
      const carry = low > 0xffff_ffff ? 1 : 0;
      let byte = this.#cache;
      do {
        this.#out.byte((byte + carry) & 0xff);
        byte = 0xff;
      } while (--this.#pending !== 0);
      this.#cache = (low >>> 24) & 0xff;
    }
    this.#pending++;
    this.#low[0] = (low % TOP) * 256;
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
  readonly #range = Uint32Array.of(0xffff_ffff);
  readonly #code = new Uint32Array(1);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let i = 0; i < 4; i++) this.#code[0] = (this.#code[0]! << 8) | this.#next();
  }

  #next(): number {
    return this.#at < this.#bytes.length ? this.#bytes[this.#at++]! : 0;
  }

  bit(model: Model, at: number): number {
    return this.tree(model, at - 1, 1);
  }

  tree({ choices }: Model, at: number, width: number): number {
    let range = this.#range[0]!;
    let code = this.#code[0]!;
    let node = 1;
    for (let i = 0; i < width; i++) {
      const choice = choices[at + node]!;
      const bound = boundOf(range, choice);
      if (code < bound) {
        range = bound;
        choices[at + node] = afterZero(choice);
        node <<= 1;
      } else {
        code = (code - bound) >>> 0;
        range = (range - bound) >>> 0;
        choices[at + node] = afterOne(choice);
        node = (node << 1) | 1;
      }
      if (range < TOP) {
        code = ((code << 8) | this.#next()) >>> 0;
        range = (range << 8) >>> 0;
      }
    }
    this.#range[0] = range;
    this.#code[0] = code;
    return node - (1 << width);
  }

  plain(width: number): number {
    let range = this.#range[0]!;
    let code = this.#code[0]!;
    let value = 0;
    for (let i = 0; i < width; i++) {
      range >>>= 1;
      value <<= 1;
      if (code >= range) {
        code = (code - range) >>> 0;
        value |= 1;
      }
      if (range < TOP) {
        code = ((code << 8) | this.#next()) >>> 0;
        range = (range << 8) >>> 0;
      }
    }
    this.#range[0] = range;
    this.#code[0] = code;
    return value >>> 0;
  }
}
