import { allocateColumns, type RecordColumns } from './columns.ts';

/** Memory that one large piece made grow is given back. */
const KEPT = 65_536;

/**
 * Columns that grow as records are added, so that many small segments become one set of columns without memory of their own each. What
 * is in them is used up by `take`; rows beyond those reserved hold whatever was there before.
 */
export class ColumnsBuilder {
  n = 0;
  elements = 0;
  bytes = 0;
  columns: RecordColumns = allocateColumns(64, 1024, 64);

  /** Makes room for so many more records, io elements and bytes. */
  reserve(n: number, elements: number, bytes: number): void {
    const { columns } = this;
    if (
      this.n + n <= columns.n &&
      this.elements + elements <= columns.ioId.length &&
      this.bytes + bytes <= columns.ioBytes.length
    )
      return;
    const grown = (used: number, more: number, room: number): number => (used + more <= room ? room : (used + more) * 2);
    this.columns = allocateColumns(
      grown(this.n, n, columns.n),
      grown(this.elements, elements, columns.ioId.length),
      grown(this.bytes, bytes, columns.ioBytes.length),
    );
    this.#copyTo(this.columns, columns);
  }

  /** What was added, as columns of exactly its size; then there is nothing in it. */
  take(): RecordColumns {
    const out = allocateColumns(this.n, this.elements, this.bytes);
    this.#copyTo(out, this.columns);
    if (this.columns.n > KEPT || this.columns.ioId.length > 16 * KEPT || this.columns.ioBytes.length > KEPT)
      this.columns = allocateColumns(64, 1024, 64);
    this.clear();
    return out;
  }

  clear(): void {
    this.n = this.elements = this.bytes = 0;
  }

  #copyTo(out: RecordColumns, from: RecordColumns): void {
    const { n, elements, bytes } = this;
    for (const key of RECORD_KEYS) out[key].set(from[key].subarray(0, n));
    out.ioStart.set(from.ioStart.subarray(0, n + 1));
    for (const key of ELEMENT_KEYS) out[key].set(from[key].subarray(0, elements));
    out.ioBytes.set(from.ioBytes.subarray(0, bytes));
  }
}

const RECORD_KEYS = [
  'timeMs',
  'latE7',
  'lonE7',
  'altitudeM',
  'headingDeg',
  'satellites',
  'speedKmh',
  'priority',
  'eventId',
] as const;
const ELEMENT_KEYS = ['ioId', 'ioWidth', 'ioLow', 'ioHigh'] as const;
