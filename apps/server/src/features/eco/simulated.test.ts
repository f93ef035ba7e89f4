import { DAY_MS } from '@spora/calendar/durations';
import { ECO_TRIP_MIN_M } from '@spora/contract/eco/rules';
import { ecoEvents, greenDriving } from '@spora/contract/eco/endpoints';
import { createLife } from '@spora/simulator/day-plan';
import { ORDINARY_TRACKER } from '@spora/simulator/fleet-units';
import { ownNetwork } from '@spora/simulator/network-file';
import { recordUnit } from '@spora/simulator/recorder';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { afterAll, expect, test } from 'vitest';
import { prepare } from '../../core/log/appender.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { projectNext } from '../../testing/engine.ts';
import { testApp } from '../../testing/http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const MONDAY = Date.parse('2026-11-16T00:00:00+01:00');
const NOW = new Date('2026-11-21T12:00:00Z');
const WEEK = { from: '2026-11-16', to: '2026-11-21' };

/** Two days of a service van in Stockholm, as its tracker tells them. */
function drivenBy(harshEveryM?: number): PositionRecord[] {
  const life = createLife({ seed: 3, name: 'service', occupation: 'service', network: ownNetwork('stockholm') });
  const traits = { ...ORDINARY_TRACKER, ...(harshEveryM === undefined ? {} : { harshEveryM }) };
  const records: PositionRecord[] = [];
  for (const { record } of recordUnit({ seed: 3, name: 'service', life, sinceMs: MONDAY, fromMs: MONDAY, traits })) {
    if (record.timeMs >= MONDAY + 2 * DAY_MS) return records;
    records.push(record);
  }
  return records;
}

test(
  'REP-013: each harsh event that the simulator drives is found once, of a calm drive none is invented',
  { timeout: 60_000 },
  async () => {
    app.clock.now = NOW;
    const { pipeline } = app.database;
    await ensurePartitions(pipeline, new Date('2026-11-01'), new Date('2026-12-01'));
    const accountId = await makeAccount(app.database);
    const admin = await app.signInAs(await makeMember(app.database, { accountId }));
    const [harsh, calm] = [
      await makeUnit(app.database, { accountId, name: 'Hård' }),
      await makeUnit(app.database, { accountId, name: 'Lugn' }),
    ];
    const drives = [
      [harsh, drivenBy(4000)],
      [calm, drivenBy()],
    ] as const;
    for (const [{ trackerId }, records] of drives)
      await append(pipeline, prepare([{ trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], NOW, 24));
    while ((await projectNext(pipeline, NOW, { trackers: 50, segments: 8 })).trackers > 0) continue;
    const driven = drives[0][1].filter(({ io }) => io.some(({ id }) => id === 253));
    expect(driven.length).toBeGreaterThan(5);
    const kinds = ['acceleration', 'braking', 'cornering'] as const;
    const found = (await admin.call(ecoEvents, { body: { ...WEEK, imeis: [harsh.imei], kinds: [...kinds] } })).data!.events;
    // On a drive too short to be judged none is told.
    const trips = await app.database.owner.selectFrom('trip').where('unit_id', '=', harsh.unitId).selectAll().execute();
    const short = trips.filter(({ distance_m }) => distance_m < ECO_TRIP_MIN_M);
    const told = driven.filter(
      ({ timeMs }) =>
        !short.some((trip) => timeMs >= Date.parse(String(trip.started_at)) && timeMs <= Date.parse(String(trip.ended_at))),
    );
    expect(driven.length - told.length).toBeLessThan(3);
    expect(found.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b)).toEqual(told.map(({ timeMs }) => timeMs));
    expect((await admin.call(ecoEvents, { body: { ...WEEK, imeis: [calm.imei], kinds: [...kinds] } })).data!.events).toEqual([]);
    const { rows } = (await admin.call(greenDriving, { body: WEEK })).data!;
    const of = new Map(rows.map(({ name, total }) => [name, total]));
    expect(of.get('Hård')!.score).toBeLessThan(90);
    expect(of.get('Lugn')!).toMatchObject({ score: null, acceleration: 0, braking: 0, cornering: 0 });
  },
);
