import { columnsOf, recordsOf, type RecordColumns } from '@spora/telemetry/columns';
import { areReachable, CONTRADICTED_IO, type Mark } from '@spora/telemetry/quality';

const hasFix = (columns: RecordColumns, i: number): boolean => columns.satellites[i] !== 0;
const markAt = (columns: RecordColumns, i: number): Mark => ({
  timeMs: columns.timeMs[i]!,
  latE7: columns.latE7[i]!,
  lonE7: columns.lonE7[i]!,
});

/** The newest place that the records tell which is not in `contradicted`, if it is newer than `known`. */
export function newestPlace(
  columns: RecordColumns,
  known: Mark | undefined,
  contradicted: ReadonlySet<number> = NONE,
): Mark | undefined {
  let newest = -1;
  let newestMs = known?.timeMs ?? -Infinity;
  for (let i = 0; i < columns.n; i++) {
    if (columns.timeMs[i]! < newestMs || !hasFix(columns, i) || contradicted.has(i)) continue;
    newest = i;
    newestMs = columns.timeMs[i]!;
  }
  return newest < 0 ? known : markAt(columns, newest);
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
