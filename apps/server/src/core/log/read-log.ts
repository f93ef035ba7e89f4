import type { RecordColumns } from '@spora/telemetry/columns';
import { uniteColumns, uniteSegments } from '@spora/telemetry/record-set';
import { decodeSegment } from '@spora/telemetry/segment';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { type LogSegment, type Span, withinSpan } from './spans.ts';

/**
 * A tracker's log after `afterSeq`, in order of `seq`: about `limit` segments, never a part of one `seq` (merged days share
 * one). Continue with the last `seq`; an empty answer is the end.
 */
export async function readLog(db: Kysely<Db>, trackerId: number, afterSeq: number, limit: number): Promise<LogSegment[]> {
  const { rows } = await sql<{ seq: number; data: Uint8Array }>`
    SELECT seq, data FROM position_segment WHERE tracker_id = ${trackerId} AND seq > ${afterSeq}
    ORDER BY seq FETCH FIRST ${limit} ROWS WITH TIES`.execute(db);
  return rows.map(({ seq, data }) => ({ seq, columns: decodeSegment(data) }));
}

/** A tracker's records within a span, sorted and each once; for the pipeline, which passes row-level security. */
export async function readTrackerRange(db: Kysely<Db>, trackerId: number, span: Span): Promise<RecordColumns> {
  const { rows } = await sql<{ data: Uint8Array }>`
    SELECT data FROM position_segment WHERE tracker_id = ${trackerId}
      AND t0 >= ${new Date(span.fromMs)}::timestamptz - interval '1 day' AND t0 < ${new Date(span.toMs)} AND t1 >= ${new Date(span.fromMs)}`.execute(
    db,
  );
  return withinSpan(uniteColumns(rows.map(({ data }) => decodeSegment(data))), span);
}

/**
 * A unit's records in [from, to), sorted and each once: of every tracker while it was fitted to the unit, and not a record more.
 * `db` is the interface's, with the account in force; of a unit of another account nothing is seen. With `needed` (ids of io elements)
 * others may be left out.
 */
export async function readUnitRange(
  db: Kysely<Db>,
  unitId: number,
  from: Date,
  to: Date,
  needed?: ReadonlySet<number>,
): Promise<RecordColumns> {
  const { rows } = await sql<{ tracker_id: number; fitted_from: Date | null; fitted_to: Date | null; data: Uint8Array }>`
    SELECT tracker_id, fitted_from, fitted_to, data FROM unit_segments(${unitId}, ${from}, ${to})`.execute(db);
  // A tracker may have been fitted to the unit more than once: each of its times clips on its own.
  const fittings = Map.groupBy(rows, (row) => `${row.tracker_id} ${Number(row.fitted_from)}`);
  const clipped = [...fittings.values()].map((segments) => {
    const [{ fitted_from, fitted_to }] = segments as [(typeof segments)[number]];
    const fromMs = Math.max(from.getTime(), instantMs(fitted_from, -Infinity));
    const toMs = Math.min(to.getTime(), instantMs(fitted_to, Infinity));
    const pieces = segments.map(({ data }) => data);
    const united = needed ? uniteSegments(pieces, needed) : uniteColumns(pieces.map((data) => decodeSegment(data)));
    return withinSpan(united, { fromMs, toMs });
  });
  return uniteColumns(clipped);
}

/** Open ends come as null, or as the infinities that `pg` makes of PostgreSQL's. */
const instantMs = (at: Date | number | null, open: number): number => (at === null ? open : Number(at));
