import { type RecordColumns, sliceColumns } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';
import { decodeSegments } from '@spora/telemetry/segment';
import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { firstAtOrAfter, withinSpan } from '../log/spans.ts';
import { advanceUnit, newMade } from './advance.ts';
import { familiesOf, fittingsOf } from './check-points.ts';
import { type Engine, type UnitState, inputsOf } from './engine.ts';

/** A state that has seen a tracker's log to `fromSeq`, where it is projected to `toSeq`. */
export interface Lagging {
  readonly unitId: number;
  readonly trackerId: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly state: UnitState;
}

/**
 * Takes stored states, in place, on to where their trackers' log is projected. What these records made is written already, and a state
 * is stored whenever records came late: so those that it has not seen are newer than it, and in order. Answers how many there were, by
 * unit.
 */
export async function catchUp(engine: Engine, db: Kysely<Db>, lagging: readonly Lagging[]): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  if (lagging.length === 0) return seen;
  const columnsOf = await recordsOf(db, lagging);
  const unitIds = [...new Set(lagging.map(({ unitId }) => unitId))];
  const fittings = Map.groupBy(await fittingsOf(db, 'unit_id', unitIds), (fitting) => `${fitting.unitId} ${fitting.trackerId}`);
  const families = await familiesOf(db, [...new Set(lagging.map(({ trackerId }) => trackerId))]);
  const inputs = await inputsOf(engine, db, unitIds);
  for (const [unitId, ofUnit] of Map.groupBy(lagging, (each) => each.unitId)) {
    const { state } = ofUnit[0] as Lagging;
    const afterMs = (state.lastMs ?? -Infinity) + 1;
    const parts = ofUnit.flatMap(({ trackerId }) =>
      (fittings.get(`${unitId} ${trackerId}`) ?? []).map((fitting) => {
        const fitted = withinSpan(columnsOf.get(trackerId) as RecordColumns, fitting);
        const first = firstAtOrAfter(fitted, afterMs);
        return { trackerId, columns: first === 0 ? fitted : sliceColumns(fitted, first) };
      }),
    );
    const fresh = parts.filter(({ columns }) => columns.n > 0);
    fresh.sort((a, b) => (a.columns.timeMs[0] as number) - (b.columns.timeMs[0] as number));
    for (const { trackerId, columns } of fresh)
      advanceUnit(engine, state, columns, { unitId, families: families.get(trackerId) ?? [], inputs }, newMade(engine));
    seen.set(
      unitId,
      fresh.reduce((sum, { columns }) => sum + columns.n, 0),
    );
  }
  return seen;
}

/** The records of each tracker's stretch of the log, sorted, each once. */
async function recordsOf(db: Kysely<Db>, lagging: readonly Lagging[]): Promise<Map<number, RecordColumns>> {
  // A tracker that sat in several of the units is read from where the least of them got to.
  const stretches = [...Map.groupBy(lagging, ({ trackerId }) => trackerId)].map(([trackerId, list]) => ({
    trackerId,
    fromSeq: Math.min(...list.map(({ fromSeq }) => fromSeq)),
    toSeq: Math.max(...list.map(({ toSeq }) => toSeq)),
  }));
  const { rows } = await sql<{ tracker_id: number; data: Uint8Array }>`
    SELECT g.id AS tracker_id, s.data
    FROM unnest(${int8Array(stretches.map((g) => g.trackerId))}::bigint[], ${int8Array(stretches.map((g) => g.fromSeq))}::bigint[],
      ${int8Array(stretches.map((g) => g.toSeq))}::bigint[]) AS g (id, from_seq, to_seq)
    JOIN position_segment s ON s.tracker_id = g.id AND s.seq > g.from_seq AND s.seq <= g.to_seq`.execute(db);
  const data = Map.groupBy(rows, (row) => row.tracker_id);
  return new Map(
    stretches.map(({ trackerId }) => [
      trackerId,
      uniteColumns([decodeSegments((data.get(trackerId) ?? []).map((row) => row.data))]),
    ]),
  );
}
