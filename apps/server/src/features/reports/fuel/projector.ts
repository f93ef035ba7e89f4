import { type Kysely, sql } from 'kysely';
import type { Projection, UnitKey } from '../../../core/engine/projections.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { NO_FUEL, noteFuel, type FuelDay, type FuelState } from './counting.ts';
import { isErasedDay } from '../../trips/erased-days-api.ts';

/** REP-012: how much fuel each unit's own counter told of on each day. An effect is a day that is over. */
export const fuelProjection: Projection<{ -readonly [K in keyof FuelState]: FuelState[K] }, FuelDay> = {
  name: 'fuel',
  version: 1,
  tables: ['unit_fuel_day'],
  uses: [],
  initial: () => ({ ...NO_FUEL }),
  copy: (state) => ({ ...state }),
  advance(state, { timeMs, values: { fuelUsedL } }, _input, _used, emit) {
    if (fuelUsedL !== undefined) Object.assign(state, noteFuel(state, timeMs, fuelUsedL, emit));
    return false;
  },
  async write(db, runs) {
    for (const { unit, cause, again } of runs)
      // What another unit has by now is not this one's.
      if (cause === 'rebuild' && again) await dropUsed(db, unit.unitId, new Date(again.span.fromMs));
    await saveUsed(
      db,
      runs.flatMap(({ unit, cause, state, effects }) => [
        ...effects.map((day) => ({ unit, day })),
        ...(cause === 'new' && state.usedMl > 0 ? [{ unit, day: state }] : []),
      ]),
    );
    return {};
  },
};

interface Used {
  readonly unit: UnitKey;
  readonly day: FuelDay;
}

/** Writes what units used on UTC days, in place of what stands there; of one day the last counts. */
async function saveUsed(db: Kysely<Db>, rows: readonly Used[]): Promise<void> {
  const last = [...new Map(rows.map((row) => [`${row.unit.unitId} ${row.day.day}`, row])).values()];
  if (last.length === 0) return;
  await sql`
    INSERT INTO unit_fuel_day AS d (unit_id, account_id, day, used_ml)
    SELECT unit_id, account_id, '1970-01-01'::date + day, used_ml
    FROM unnest(${int8Array(last.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(last.map(({ unit }) => unit.accountId))}::bigint[],
      ${last.map(({ day }) => day.day)}::integer[], ${last.map(({ day }) => day.usedMl)}::integer[]) AS x (unit_id, account_id, day, used_ml)
    WHERE NOT EXISTS (SELECT FROM unit_fuel_day d WHERE d.unit_id = x.unit_id AND d.day = '1970-01-01'::date + x.day AND d.used_ml = x.used_ml)
    ORDER BY unit_id, day
    ON CONFLICT (unit_id, day) DO UPDATE SET used_ml = excluded.used_ml WHERE d.used_ml <> excluded.used_ml AND NOT ${isErasedDay}`.execute(
    db,
  );
}

async function dropUsed(db: Kysely<Db>, unitId: number, since: Date): Promise<void> {
  await sql`DELETE FROM unit_fuel_day d WHERE d.unit_id = ${unitId} AND d.day >= (${since}::timestamptz AT TIME ZONE 'UTC')::date
    AND NOT ${isErasedDay}`.execute(db);
}
