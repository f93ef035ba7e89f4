import { type Kysely, sql } from 'kysely';
import type { Projection, UnitKey } from '../../core/engine/projections.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { NO_RUNNING, type RunningDay, type RunningState, noteRunning, ranAtAll } from './rules.ts';
import { isErasedDay } from '../trips/erased-days-api.ts';

/** SRV-006: how long each unit ran on each day. An effect is a day that is over. */
export const hoursProjection: Projection<{ -readonly [K in keyof RunningState]: RunningState[K] }, RunningDay> = {
  name: 'hours',
  version: 1,
  tables: ['unit_running_day'],
  uses: [],
  initial: () => ({ ...NO_RUNNING }),
  copy: (state) => ({ ...state }),
  advance(state, { timeMs, values }, _input, _used, emit) {
    Object.assign(state, noteRunning(state, timeMs, values, emit));
    return false;
  },
  async write(db, runs) {
    for (const { unit, cause, again } of runs)
      // What another unit has by now is not this one's.
      if (cause === 'rebuild' && again) await dropRan(db, unit.unitId, new Date(again.span.fromMs));
    await saveRan(
      db,
      runs.flatMap(({ unit, cause, state, effects }) => [
        ...effects.map((day) => ({ unit, day, mayWait: false })),
        ...(cause === 'new' && ranAtAll(state) ? [{ unit, day: state, mayWait: state.on.includes(true) }] : []),
      ]),
    );
    return {};
  },
};

interface Ran {
  readonly unit: UnitKey;
  readonly day: RunningDay;
  /** The day goes on, and so does what is counted. */
  readonly mayWait: boolean;
}

/** So much may be counted of a day that goes on before it is written. */
const PACE_S = 300;

/**
 * Writes how long units ran on UTC days, in place of what stands there; of one day the last counts. Of a day whose records are no
 * longer all there what was counted while they were stands. While something runs its day waits for more (decision 0035): what stands
 * already is not touched, not even locked.
 */
async function saveRan(db: Kysely<Db>, rows: readonly Ran[]): Promise<void> {
  const last = [...new Map(rows.map((row) => [`${row.unit.unitId} ${row.day.day}`, row])).values()];
  if (last.length === 0) return;
  const seconds = (i: number) => last.map(({ day }) => Math.round((day.onMs[i] ?? 0) / 1000));
  await sql`
    INSERT INTO unit_running_day AS d (unit_id, account_id, day, ignition_s, input1_s, input2_s, input3_s, input4_s, engine_s, engine_total_s)
    SELECT unit_id, account_id, '1970-01-01'::date + day, ignition_s, input1_s, input2_s, input3_s, input4_s, engine_s, engine_total_s
    FROM unnest(${int8Array(last.map((row) => row.unit.unitId))}::bigint[], ${int8Array(last.map((row) => row.unit.accountId))}::bigint[],
      ${last.map(({ day }) => day.day)}::integer[], ${seconds(0)}::integer[], ${seconds(1)}::integer[], ${seconds(2)}::integer[],
      ${seconds(3)}::integer[], ${seconds(4)}::integer[], ${last.map(({ day }) => Math.round(day.engineS))}::integer[],
      ${last.map(({ day }) => (day.engineTotalS === null ? null : Math.round(day.engineTotalS)))}::bigint[],
      ${last.map(({ mayWait }) => mayWait)}::boolean[])
      AS x (unit_id, account_id, day, ignition_s, input1_s, input2_s, input3_s, input4_s, engine_s, engine_total_s, may_wait)
    WHERE NOT EXISTS (SELECT FROM unit_running_day d WHERE d.unit_id = x.unit_id AND d.day = '1970-01-01'::date + x.day AND CASE WHEN x.may_wait
      THEN greatest(abs(x.ignition_s - d.ignition_s), abs(x.input1_s - d.input1_s), abs(x.input2_s - d.input2_s), abs(x.input3_s - d.input3_s),
        abs(x.input4_s - d.input4_s), abs(x.engine_s - d.engine_s)) < ${PACE_S}
      ELSE (d.ignition_s, d.input1_s, d.input2_s, d.input3_s, d.input4_s, d.engine_s, d.engine_total_s) IS NOT DISTINCT FROM
        (x.ignition_s, x.input1_s, x.input2_s, x.input3_s, x.input4_s, x.engine_s, x.engine_total_s) END)
    ORDER BY unit_id, day
    ON CONFLICT (unit_id, day) DO UPDATE SET ignition_s = excluded.ignition_s, input1_s = excluded.input1_s, input2_s = excluded.input2_s,
      input3_s = excluded.input3_s, input4_s = excluded.input4_s, engine_s = excluded.engine_s, engine_total_s = excluded.engine_total_s
    WHERE (d.ignition_s, d.input1_s, d.input2_s, d.input3_s, d.input4_s, d.engine_s, d.engine_total_s) IS DISTINCT FROM
      (excluded.ignition_s, excluded.input1_s, excluded.input2_s, excluded.input3_s, excluded.input4_s, excluded.engine_s, excluded.engine_total_s)
      AND NOT ${isErasedDay}`.execute(db);
}

async function dropRan(db: Kysely<Db>, unitId: number, since: Date): Promise<void> {
  await sql`DELETE FROM unit_running_day d WHERE d.unit_id = ${unitId} AND d.day >= (${since}::timestamptz AT TIME ZONE 'UTC')::date
    AND NOT ${isErasedDay}`.execute(db);
}
