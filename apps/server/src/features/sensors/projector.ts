import type { Projection, Run, UnitKey, Written } from '../../core/engine/projections.ts';
import type { Announcement } from '../../platform/live/hub.ts';
import type { TripsState } from '../trips/clock-rules.ts';
import {
  datedSensorsOf,
  dropDays,
  dropReadings,
  namesOf,
  readingTimesFrom,
  saveDays,
  saveReadings,
  type UnitReading,
  type UnitSensorDay,
} from './projection-repository.ts';
import {
  copySensors,
  hear,
  nothingHeard,
  type SensorCondition,
  type SensorEffect,
  type SensorsState,
  type UnitSensors,
} from './rules.ts';

/** What a unit's sensor has to tell, with where the unit was. */
export interface ToldCondition extends SensorCondition {
  readonly unit: UnitKey;
  readonly sensorName: string;
  readonly is: 'began' | 'again' | 'ended';
  readonly latE7: number | null;
  readonly lonE7: number | null;
}

interface Place {
  readonly latE7: number;
  readonly lonE7: number;
}
type Effect = SensorEffect & { readonly at?: Place | null };
type Used = { readonly trips: TripsState };
type SensorsRun = Run<SensorsState, Effect, UnitSensors, Used>;

/** BLE-012 to BLE-017: what Bluetooth sensors told, the figures of their days, and what of it is an alarm. Who is told is another matter. */
export const sensorsProjection: Projection<SensorsState, Effect, UnitSensors, Used> = {
  name: 'sensors',
  version: 2,
  tables: ['sensor_reading', 'sensor_day'],
  uses: ['trips'],
  inputs: datedSensorsOf,
  initial: nothingHeard,
  copy: copySensors,
  advance(state, { timeMs, values }, dated, { trips: { fix } }, emit) {
    const at = fix && { latE7: fix.latE7, lonE7: fix.lonE7 };
    hear(state, timeMs, values, dated, (effect) => emit('condition' in effect ? { ...effect, at } : effect));
    return false;
  },
  restsOn: (db, unitId, from) => readingTimesFrom(db, unitId, from.lastMs),
  async write(db, runs): Promise<Written> {
    for (const { unit, again, cause } of runs) {
      if (!again) continue;
      await dropReadings(db, unit.unitId, again.span, [...again.gone]);
      // What another unit has by now is not this one's.
      if (cause === 'rebuild') await dropDays(db, unit.unitId, new Date(again.span.fromMs));
    }
    const readings = runs.flatMap(readingsOf);
    await saveReadings(db, readings);
    const live = heardBy(readings);
    await saveDays(db, runs.flatMap(daysOf));
    const news = runs.filter(({ cause }) => cause !== 'rebuild').flatMap(conditionsOf);
    if (news.length === 0) return { live };
    const names = await namesOf(
      db,
      news.map(({ sensorId }) => sensorId),
    );
    return {
      live,
      events: [
        {
          name: 'sensor-conditions',
          conditions: news.map((condition) => ({ ...condition, sensorName: names.get(condition.sensorId) ?? '' })),
        },
      ],
    };
  },
};

const keyOf = ({ unitId, accountId }: UnitKey): UnitKey => ({ unitId, accountId });

const readingsOf = ({ unit, again, effects }: SensorsRun): UnitReading[] =>
  effects.flatMap((effect) =>
    effect.is === 'reading' && !again?.gone.has(effect.reading.atMs) ? [{ unit: keyOf(unit), reading: effect.reading }] : [],
  );

/** BLE-012: open screens ask again; the next values are not long in coming for whoever was away. */
const heardBy = (readings: readonly UnitReading[]): Announcement[] =>
  [...new Map(readings.map(({ unit }) => [unit.unitId, unit])).values()].map((unit) => ({
    ...unit,
    kind: 'sensor',
    isPassing: true,
  }));

/** Days that are over, and those that go on as far as they have come. */
const daysOf = ({ unit, cause, state, effects }: SensorsRun): UnitSensorDay[] =>
  [
    ...effects.flatMap((effect) => (effect.is === 'day' ? [effect.day] : [])),
    ...(cause === 'new' ? Object.values(state.sensors).map(({ day }) => day) : []),
  ].map((day) => ({ unit: keyOf(unit), day }));

const conditionsOf = ({ unit, effects }: SensorsRun): Omit<ToldCondition, 'sensorName'>[] =>
  effects.flatMap((effect) =>
    'condition' in effect
      ? [
          {
            ...effect.condition,
            unit: keyOf(unit),
            is: effect.is,
            latE7: effect.at?.latE7 ?? null,
            lonE7: effect.at?.lonE7 ?? null,
          },
        ]
      : [],
  );
