import { columnsOf, recordsOf, type RecordColumns } from '@spora/telemetry/columns';
import { areReachable, CONTRADICTED_IO, judgeFix, type Mark, type QualityMemory } from '@spora/telemetry/quality';

const hasFix = (columns: RecordColumns, i: number): boolean => columns.satellites[i] !== 0;
const markAt = (columns: RecordColumns, i: number): Mark => ({
  timeMs: columns.timeMs[i]!,
  latE7: columns.latE7[i]!,
  lonE7: columns.lonE7[i]!,
});

/**
 * What is remembered of a connection's own places after these records, as far as they are not contradicted: of each piece the newest place
 * counts, and a leap of the connection's own is none until others bear it out.
 */
export function judgePlaces(
  memory: QualityMemory,
  columns: RecordColumns,
  contradicted: ReadonlySet<number> = NONE,
): QualityMemory {
  let newest = -1;
  let newestMs = memory.good?.timeMs ?? -Infinity;
  for (let i = 0; i < columns.n; i++) {
    if (columns.timeMs[i]! < newestMs || !hasFix(columns, i) || contradicted.has(i)) continue;
    newest = i;
    newestMs = columns.timeMs[i]!;
  }
  if (newest < 0) return memory;
  const fix = { ...markAt(columns, newest), speedKmh: columns.speedKmh[newest]!, satellites: columns.satellites[newest]! };
  return judgeFix(memory, fix).memory;
}

const NONE: ReadonlySet<number> = new Set();

/** The records whose places cannot be reached from all of where others of the same number were. */
export function contradictedRows(columns: RecordColumns, others: readonly Mark[]): ReadonlySet<number> {
  if (others.length === 0) return NONE;
  const rows = new Set<number>();
  for (let i = 0; i < columns.n; i++) {
    if (!hasFix(columns, i)) continue;
    const mark = markAt(columns, i);
    if (!others.every((other) => areReachable(other, mark))) rows.add(i);
  }
  return rows;
}

/** The same records with these marked (decision 0062). */
export const markContradicted = (columns: RecordColumns, rows: ReadonlySet<number>): RecordColumns =>
  rows.size === 0
    ? columns
    : columnsOf(
        recordsOf(columns).map((record, i) =>
          rows.has(i) ? { ...record, io: [...record.io, { id: CONTRADICTED_IO, width: 1, value: 1 }] } : record,
        ),
      );
