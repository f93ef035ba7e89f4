import { DAY_MS } from '@spora/calendar/durations';
import { INCIDENT_INPUTS, INCIDENTS, incidentRecords } from '@spora/simulator/incidents';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepare } from '../../../core/log/appender.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, testDatabase } from '../../../testing/database.ts';
import { projectNext, rebuildTracker } from '../../../testing/engine.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());

// A Sunday: nobody works.
const LAST_MS = Date.UTC(2026, 10, 15, 12);
const now = new Date(LAST_MS + 5000);
const SCENE = { lat: 59.3293, lon: 18.0686, lastMs: LAST_MS };
beforeAll(() => ensurePartitions(pipeline, new Date('2026-10-01'), new Date('2026-12-01')));

/** A unit with all that an alarm may want: a speed limit, working hours, inputs with a meaning. */
async function readyUnit(): Promise<MadeUnit> {
  const accountId = await makeAccount(database);
  const unit = await makeUnit(database, { accountId });
  const { id: memberId } = await makeMember(database, { accountId });
  const valid = { account_id: accountId, unit_id: unit.unitId, valid_from: new Date(LAST_MS - 30 * DAY_MS) };
  const workingHours = {
    isActive: true,
    timeZone: 'Europe/Stockholm',
    insideType: 'business',
    outsideType: null,
    intervals: [{ weekdays: [1, 2, 3, 4, 5], fromMin: 480, toMin: 1020 }],
  };
  await owner
    .insertInto('unit_setting')
    .values({ ...valid, settings: JSON.stringify({ speedLimitKmh: 110, workingHours }) })
    .execute();
  await owner
    .insertInto('unit_io')
    .values(
      [
        { number: INCIDENT_INPUTS.door, meaning: 'door' },
        { number: INCIDENT_INPUTS['alarm-input'], meaning: 'alarm' },
      ].map(({ number, meaning }) => ({
        ...valid,
        side: 'input',
        number,
        member_id: memberId,
        settings: JSON.stringify({ name: '', active_high: true, meaning, alarm_delay_s: 30 }),
      })),
    )
    .execute();
  return unit;
}
async function report(unit: MadeUnit, records: readonly PositionRecord[]): Promise<void> {
  const columns = columnsOf(records);
  await append(pipeline, prepare([{ trackerId: unit.trackerId, columns, bytes: 1, settle: () => {} }], now, 24));
  while ((await projectNext(pipeline, now, { trackers: 50, segments: 8 }, { among: [unit.trackerId] })).trackers > 0) continue;
}
const raised = async (unit: MadeUnit): Promise<string[]> =>
  (await owner.selectFrom('alarm').where('unit_id', '=', unit.unitId).select('kind').orderBy('kind').execute()).map(
    ({ kind }) => kind,
  );

test.each(INCIDENTS)(
  'ALARM-030: the simulator’s %s raises its alarm once, sent twice, in pieces or computed again',
  async (incident) => {
    const unit = await readyUnit();
    if (incident === 'over-use')
      await owner
        .updateTable('unit_setting')
        .set({
          settings: JSON.stringify({
            alarms: { 'over-use': true },
            workingHours: {
              isActive: true,
              timeZone: 'Europe/Stockholm',
              intervals: [{ weekdays: [1], fromMin: 480, toMin: 1020 }],
            },
          }),
        })
        .where('unit_id', '=', unit.unitId)
        .execute();
    const records = incidentRecords(incident, SCENE);
    await report(unit, records);
    expect(await raised(unit)).toEqual([incident]);
    await report(unit, records);
    for (const record of records) await report(unit, [record]);
    await rebuildTracker(pipeline, unit.imei, now);
    expect(await raised(unit)).toEqual([incident]);
  },
);
