import { bitLength, ByteReader, ByteWriter, PackedError, unzigzag, zigzag } from './bytes.ts';

/** Where columns are packed to; the two versions of a segment differ in nothing else. */
export interface ColumnWriter {
  /** Counts, layouts and other odds and ends. */
  readonly head: ByteWriter;
  /** 32-bit numbers, whatever their sign: all arithmetic is modulo 2^32. */
  column(values: Int32Array, n: number): void;
  /** Head and columns as one piece, behind one byte of version if there is one. */
  finish(version?: number): Uint8Array;
}

export interface ColumnReader {
  readonly head: ByteReader;
  /** Fills the first n of `into`. */
  column(into: Int32Array, n: number): void;
}

/*
 * The plain coding, for rows as received: each column is told by one byte how it is packed. All bits of all columns
 * are one stream behind the head, so that no column pays for rounding up to a byte.
 */
const CONSTANT = 0x00;
const VARINT_DELTAS = 0x01;
const CHANGES = 0x03;
const LINEAR = 0x04;
/** The lower five bits: width less one. */
const DELTA_BITS = 0x20;
const CURVE_BITS = 0x40;
const OFFSET_BITS = 0x60;
/** The lower seven bits: the constant itself. */
const SMALL_CONSTANT = 0x80;

class BitWriter {
  readonly #out: ByteWriter;
  #hold = 0;
  #held = 0;

  constructor(out: ByteWriter) {
    this.#out = out;
  }

  write(value: number, width: number): void {
    if (width > 16) {
      this.write(value & 0xffff, 16);
      this.write(value >>> 16, width - 16);
      return;
    }
    this.#hold |= value << this.#held;
    this.#held += width;
    while (this.#held >= 8) {
      this.#out.byte(this.#hold & 0xff);
      this.#hold >>>= 8;
      this.#held -= 8;
    }
  }

  flush(): void {
    if (this.#held > 0) this.#out.byte(this.#hold);
    this.#hold = this.#held = 0;
  }
}

class BitReader {
  readonly #in: ByteReader;
  #hold = 0;
  #held = 0;

  constructor(bytes: ByteReader) {
    this.#in = bytes;
  }

  read(width: number): number {
    if (width > 16) {
      const low = this.read(16);
      return (low | (this.read(width - 16) << 16)) >>> 0;
    }
    while (this.#held < width) {
      this.#hold |= this.#in.byte() << this.#held;
      this.#held += 8;
    }
    const value = this.#hold & ((1 << width) - 1);
    this.#hold >>>= width;
    this.#held -= width;
    return value;
  }
}

/** By the number's length in bits. */
const VARINT_BITS = Uint8Array.from({ length: 33 }, (_, length) => 8 * Math.max(1, Math.ceil(length / 7)));
const varintBits = (value: number): number => VARINT_BITS[32 - Math.clz32(value)]!;

/** The memory of the writer in use: a segment is packed in one go, so that one of each is enough. */
const HEAD = new ByteWriter(4096);
const BODY = new ByteWriter(4096);
/** Memory that one large segment made grow is given back. */
const KEPT_BYTES = 262_144;

/** The plain coding's writer. The next call ends the use of the one before: they share their memory. */
export function createPackedWriter(): ColumnWriter {
  const head = HEAD;
  const body = BODY;
  head.clear(KEPT_BYTES);
  body.clear(KEPT_BYTES);
  const bits = new BitWriter(body);

  function constant(value: number): void {
    if (value < 0x80) return head.byte(SMALL_CONSTANT | value);
    head.byte(CONSTANT);
    head.varint(value);
  }

  function column(values: Int32Array, n: number): void {
    if (n === 0) return;
    const first = values[0]! >>> 0;
    let previous = values[0]!;
    let same = 1;
    while (same < n && values[same] === previous) same++;
    if (same === n) return constant(first);
    let slope = (values[1]! - previous) | 0;
    const firstSlope = slope;
    let deltas = 0;
    let curves = 0;
    let least = first;
    let most = first;
    let changes = 0;
    let changeBits = 0;
    let varints = 0;
    let sinceChange = 0;
    for (let i = 1; i < n; i++) {
      const value = values[i]!;
      const delta = (value - previous) | 0;
      const folded = zigzag(delta);
      deltas |= folded;
      curves |= zigzag((delta - slope) | 0);
      slope = delta;
      previous = value;
      varints += varintBits(folded);
      if (delta === 0) {
        sinceChange++;
      } else {
        changes++;
        changeBits += varintBits(sinceChange) + varintBits(folded);
        sinceChange = 0;
        const unsigned = value >>> 0;
        if (unsigned < least) least = unsigned;
        if (unsigned > most) most = unsigned;
      }
    }
    const foldedSlope = zigzag(firstSlope);
    const base = varintBits(first);
    const deltaWidth = bitLength(deltas);
    const curveWidth = bitLength(curves);
    const offsetWidth = bitLength(most - least);
    const deltaCost = base + deltaWidth * (n - 1);
    const curveCost = base + varintBits(foldedSlope) + curveWidth * (n - 2);
    const offsetCost = varintBits(least) + offsetWidth * n;
    const varintCost = base + varints;
    const cheapest = Math.min(deltaCost, curveCost, offsetCost, varintCost, base + varintBits(changes) + changeBits);
    if (curveWidth === 0) {
      head.byte(LINEAR);
      head.varint(first);
      head.varint(foldedSlope);
    } else if (cheapest === deltaCost) {
      head.byte(DELTA_BITS | (deltaWidth - 1));
      head.varint(first);
      for (let i = 1; i < n; i++) bits.write(zigzag((values[i]! - values[i - 1]!) | 0), deltaWidth);
    } else if (cheapest === curveCost) {
      head.byte(CURVE_BITS | (curveWidth - 1));
      head.varint(first);
      head.varint(foldedSlope);
      let before = firstSlope;
      for (let i = 2; i < n; i++) {
        const delta = (values[i]! - values[i - 1]!) | 0;
        bits.write(zigzag((delta - before) | 0), curveWidth);
        before = delta;
      }
    } else if (cheapest === offsetCost) {
      head.byte(OFFSET_BITS | (offsetWidth - 1));
      head.varint(least);
      for (let i = 0; i < n; i++) bits.write((values[i]! >>> 0) - least, offsetWidth);
    } else if (cheapest === varintCost) {
      head.byte(VARINT_DELTAS);
      head.varint(first);
      for (let i = 1; i < n; i++) head.varint(zigzag((values[i]! - values[i - 1]!) | 0));
    } else {
      head.byte(CHANGES);
      head.varint(first);
      head.varint(changes);
      let still = 0;
      for (let i = 1; i < n; i++) {
        const delta = (values[i]! - values[i - 1]!) | 0;
        if (delta === 0) {
          still++;
          continue;
        }
        head.varint(still);
        head.varint(zigzag(delta));
        still = 0;
      }
    }
  }

  function finish(version?: number): Uint8Array {
    bits.flush();
    return pieceOf(version, head, body);
  }

  return { head, column, finish };
}

/** One byte of version if there is one, length of the head, head, body. */
export function pieceOf(version: number | undefined, head: ByteWriter, body: ByteWriter): Uint8Array {
  let at = version === undefined ? 0 : 1;
  const out = new Uint8Array(at + (varintBits(head.length) >> 3) + head.length + body.length);
  if (version !== undefined) out[0] = version;
  let rest = head.length;
  for (; rest >= 0x80; rest >>>= 7) out[at++] = (rest & 0x7f) | 0x80;
  out[at++] = rest;
  head.copyTo(out, at);
  body.copyTo(out, at + head.length);
  return out;
}

/** The plain coding's reader. @throws PackedError */
export function createPackedReader(bytes: Uint8Array): ColumnReader {
  const whole = new ByteReader(bytes);
  const head = new ByteReader(whole.raw(whole.count(bytes.length)));
  const bits = new BitReader(whole);

  function column(into: Int32Array, n: number): void {
    if (n === 0) return;
    const mode = head.byte();
    if (mode >= SMALL_CONSTANT) {
      into.fill(mode & 0x7f, 0, n);
      return;
    }
    let value = head.varint() | 0;
    if (mode === CONSTANT) {
      into.fill(value, 0, n);
    } else if (mode === LINEAR) {
      const slope = unzigzag(head.varint());
      for (let i = 0; i < n; i++, value = (value + slope) | 0) into[i] = value;
    } else if (mode >= OFFSET_BITS) {
      const width = (mode & 0x1f) + 1;
      for (let i = 0; i < n; i++) into[i] = (value + bits.read(width)) | 0;
    } else if (mode >= CURVE_BITS) {
      const width = (mode & 0x1f) + 1;
      let slope = unzigzag(head.varint());
      into[0] = value;
      for (let i = 1; i < n; i++) {
        if (i > 1) slope = (slope + unzigzag(bits.read(width))) | 0;
        into[i] = value = (value + slope) | 0;
      }
    } else if (mode >= DELTA_BITS) {
      const width = (mode & 0x1f) + 1;
      into[0] = value;
      for (let i = 1; i < n; i++) into[i] = value = (value + unzigzag(bits.read(width))) | 0;
    } else if (mode === VARINT_DELTAS) {
      into[0] = value;
      for (let i = 1; i < n; i++) into[i] = value = (value + unzigzag(head.varint())) | 0;
    } else if (mode === CHANGES) {
      const changes = head.count(n - 1);
      let i = 0;
      for (let k = 0; k < changes; k++) {
        const still = head.count(n - 1);
        if (i + still + 1 >= n) throw new PackedError('a change lies past the end of its column');
        into.fill(value, i, i + still + 1);
        i += still + 1;
        value = (value + unzigzag(head.varint())) | 0;
      }
      into.fill(value, i, n);
    } else {
      throw new PackedError(`columns are not packed by way ${mode}`);
    }
  }

  return { head, column };
}
