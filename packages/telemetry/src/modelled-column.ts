import { bitLength, ByteReader, ByteWriter, PackedError } from './bytes.ts';
import { FORECAST, forecastOf, wayOf } from './forecast.ts';
import type { ColumnReader, ColumnWriter } from './packed-column.ts';
import { Model, RangeDecoder, RangeEncoder } from './range-coder.ts';

/*
 * The tight coding, for merged days: what a column's next number differs from its forecast goes through an adaptive
 * model into a range coder. A difference is told as its sign and length in bits (both learnt, in the light of how long
 * the last ones were), its upper bits (learnt), and the rest as they are.
 */
const LENGTHS = 64;
const CONTEXTS = 20;
const LEARNT_BITS = 3;

class ColumnModel {
  /** Per context a tree of six bits: the length, 0 to 32. */
  readonly lengths = new Model(CONTEXTS * LENGTHS);
  /** Per length a tree of the upper bits behind the leading one. */
  readonly uppers = new Model(33 << LEARNT_BITS);
  /** By the sign before. */
  readonly signs = new Model(3 * 33);
  #recent = 0;
  #sign = 0;

  /** How long the last differences were, smoothed: the better half of what is known about the next one. */
  get context(): number {
    return Math.min(CONTEXTS - 1, (this.#recent + 1) >> 1);
  }

  get sign(): number {
    return this.#sign;
  }

  learn(difference: number, length: number): void {
    this.#recent = (this.#recent + length * 2 + 1) >> 1;
    this.#sign = difference === 0 ? this.#sign : difference < 0 ? 1 : 2;
  }
}

/** The tight coding's writer. */
export function createModelledWriter(): ColumnWriter {
  const head = new ByteWriter();
  const coder = new RangeEncoder();

  function column(values: Int32Array, n: number): void {
    if (n === 0) return;
    const way = wayOf(values, n);
    head.byte(way);
    head.varint(values[0]! >>> 0);
    if (way === FORECAST.constant) return;
    const model = new ColumnModel();
    for (let i = 1; i < n; i++) {
      const difference = (values[i]! - forecastOf(values, i, way)) | 0;
      const size = Math.abs(difference) >>> 0;
      const length = bitLength(size);
      coder.tree(model.lengths, model.context * LENGTHS, 6, length);
      if (length > 0) coder.bit(model.signs, model.sign * 33 + length, difference < 0 ? 1 : 0);
      if (length > 1) {
        const learnt = Math.min(LEARNT_BITS, length - 1);
        const rest = length - 1 - learnt;
        coder.tree(model.uppers, length << LEARNT_BITS, learnt, (size >>> rest) & ((1 << learnt) - 1));
        coder.plain(rest === 0 ? 0 : size & ((2 ** rest - 1) >>> 0), rest);
      }
      model.learn(difference, length);
    }
  }

  function finish(version?: number): Uint8Array {
    const coded = coder.finish();
    const out = new ByteWriter(head.length + coded.length + 5);
    if (version !== undefined) out.byte(version);
    out.varint(head.length);
    out.raw(head.take());
    out.raw(coded);
    return out.take();
  }

  return { head, column, finish };
}

/** The tight coding's reader. @throws PackedError */
export function createModelledReader(bytes: Uint8Array): ColumnReader {
  const whole = new ByteReader(bytes);
  const head = new ByteReader(whole.raw(whole.count(bytes.length)));
  const coder = new RangeDecoder(whole.raw(whole.left));

  function column(into: Int32Array, n: number): void {
    if (n === 0) return;
    const way = head.byte();
    into[0] = head.varint() | 0;
    if (way === FORECAST.constant) {
      into.fill(into[0], 0, n);
      return;
    }
    if (way !== FORECAST.steady && way !== FORECAST.linear) throw new PackedError(`columns are not packed by way ${way}`);
    const model = new ColumnModel();
    for (let i = 1; i < n; i++) {
      const length = coder.tree(model.lengths, model.context * LENGTHS, 6);
      if (length > 32) throw new PackedError('a difference is too long');
      let difference = 0;
      if (length > 0) {
        const isNegative = coder.bit(model.signs, model.sign * 33 + length) === 1;
        let size = 1;
        if (length > 1) {
          const learnt = Math.min(LEARNT_BITS, length - 1);
          size = (1 << learnt) | coder.tree(model.uppers, length << LEARNT_BITS, learnt);
          const rest = length - 1 - learnt;
          size = size * 2 ** rest + coder.plain(rest);
        }
        difference = isNegative ? -size | 0 : size | 0;
      }
      into[i] = (forecastOf(into, i, way) + difference) | 0;
      model.learn(difference, length);
    }
  }

  return { head, column };
}
