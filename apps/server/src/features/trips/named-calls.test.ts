import { DAY_MS } from '@spora/calendar/durations';
import { attest } from '@spora/contract/attestation/endpoints';
import { downloadLog } from '@spora/contract/exports/endpoints';
import { getPassengers, savePassengers } from '@spora/contract/trips/passengers';
import { saveTripAddress } from '@spora/contract/places/endpoints';
import { summaryReport } from '@spora/contract/reports/endpoints';
import { listDrivers, listProjects, listPurposes } from '@spora/contract/trips/choices';
import { generateTrips, mergeTrips, setTripType, type Trip, unmergeTrips, updateTrip } from '@spora/contract/trips/endpoints';
import { columnsOf } from '@spora/telemetry/columns';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { recordOf } from '../../testing/projector.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { prepare } from '../../core/log/appender.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { projectNext } from '../../testing/engine.ts';

const app = await testApp();
afterAll(() => app.close());
const START = Date.parse('2026-03-10T08:00:00Z');
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

/** A driver's morning as the unit's tracker reports it: out, a short stop, on, a long stop, and home again. */
async function aMorning() {
  app.clock.now = new Date('2026-04-02T08:00:00Z');
  const accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  const boss = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  const unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7', visibleTo: [dag.id] });
  await ensurePartitions(app.database.pipeline, new Date(START - 5 * DAY_MS), new Date(START + 40 * DAY_MS));
  const { fixes } = driveBuilder({ startMs: START, withOdometer: true })
    .stand(120, { ignition: false })
    .drive(900, 50, { ignition: true })
    .stand(480, { ignition: false })
    .drive(600, 60, { ignition: true })
    .stand(7200, { ignition: false })
    .drive(1200, 70, { ignition: true })
    .stand(1200, { ignition: false });
  const frame = { trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(app.database.pipeline, prepare([frame], app.clock.now, 24));
  while ((await projectNext(app.database.pipeline, app.clock.now, { trackers: 50, segments: 4 })).trackers > 0) continue;
  const driver = await app.signInAs(dag);
  const log = async (): Promise<Trip[]> => {
    const { data } = await driver.call(generateTrips, { body: { ...MARCH, imeis: [unit.imei], descending: false } });
    return data!.trips;
  };
  return { unit, dag, driver, admin: await app.signInAs(boss), log };
}

test('TRIP-005, REP-001 (of its reports the summary; benefit value, congestion and green driving are issues of their own): the named calls take a unit’s morning from its tracker to an attested log as CSV and PDF', async () => {
  const { unit, dag, driver, admin, log } = await aMorning();
  // Generate.
  const [out, on, home, ...more] = await log();
  expect(more).toEqual([]);
  expect([out, on, home].map((trip) => [trip!.type, Math.round(trip!.distance_m / 1000)])).toEqual([
    ['business', 13],
    ['business', 10],
    ['business', 23],
  ]);
  const params = { id: out!.id };

  // Drivers, purposes, projects, passengers: written once, they are offered for the next trip.
  expect((await driver.call(listDrivers, { query: { imei: unit.imei } })).data!.drivers).toContainEqual({
    id: dag.id,
    name: 'Dag Driver',
  });
  for (const { id } of [out!, on!, home!])
    await driver.call(updateTrip, {
      params: { id },
      body: { driver_id: dag.id, purpose: 'Leverans Bygg & Co', project: 'Bro 12' },
    });
  expect((await driver.call(listPurposes, { query: { trip_id: on!.id } })).data!.purposes.map(({ text }) => text)).toContain(
    'Leverans Bygg & Co',
  );
  expect((await driver.call(listProjects)).data!.projects).toContain('Bro 12');
  await driver.call(savePassengers, { params, body: { passengers: [{ member_id: null, name: 'Gäst Svensson' }] } });
  expect((await driver.call(getPassengers, { params })).data!.passengers).toEqual([{ member_id: null, name: 'Gäst Svensson' }]);

  // Merge and unmerge: one trip of both distances, and the two again.
  const merged = (await driver.call(mergeTrips, { body: { trip_ids: [out!.id, on!.id] } })).data!.trip;
  expect(merged.distance_m).toBe(out!.distance_m + on!.distance_m);
  expect(await log()).toHaveLength(2);
  expect((await driver.call(unmergeTrips, { body: { trip_id: merged.id } })).data!.trips).toHaveLength(2);
  expect((await log()).map(({ distance_m }) => distance_m)).toEqual([out!.distance_m, on!.distance_m, home!.distance_m]);

  // Type change, and what others are told of it.
  await driver.call(setTripType, { body: { trip_ids: [home!.id], type: 'private' } });
  expect((await log()).map(({ type }) => type)).toEqual(['business', 'business', 'private']);
  const seen = (await admin.call(generateTrips, { body: { ...MARCH, imeis: [unit.imei] } })).data!.trips;
  expect(seen.find(({ id }) => id === home!.id)).toMatchObject({ is_masked: true, purpose: '', distance_m: home!.distance_m });

  // Address saving: the end of a trip becomes a place, and the log says its name.
  const saved = await driver.call(saveTripAddress, { body: { trip_id: out!.id, which: 'stop', label: 'Bygg & Co' } });
  expect(saved.errors).toBeUndefined();
  expect((await log())[0]!.stop!.place).toBe('Bygg & Co');

  // Summary: the same metres, by type.
  const { data: report } = await driver.call(summaryReport, { body: { ...MARCH, group_by: 'driver' } });
  expect(report!.rows).toMatchObject([
    {
      name: 'Dag Driver',
      total: {
        business: { trips: 2, distance_m: out!.distance_m + on!.distance_m },
        private: { trips: 1, distance_m: home!.distance_m },
      },
    },
  ]);

  // Attest: from here on nothing of it changes.
  expect((await driver.call(attest, { body: { ...MARCH, note: '' } })).data).toMatchObject({
    state: 'user',
    attested: [{ unit_id: unit.unitId, trips: 3 }],
  });
  expect(await driver.call(updateTrip, { params, body: { purpose: 'Annat' } })).toMatchObject({ errors: 'TripIsAttested' });

  // CSV and PDF of what the log shows.
  const query = { ...MARCH, imeis: unit.imei, lang: 'sv' };
  const csv = await driver.call(downloadLog, { params: { format: 'csv' }, query });
  const lines = csv.raw.toString().split('\r\n');
  expect(lines.filter((line) => line.includes('Leverans Bygg & Co'))).toHaveLength(3);
  expect(csv.raw.toString()).toContain('Gäst Svensson');
  const pdf = await driver.call(downloadLog, { params: { format: 'pdf' }, query });
  expect([pdf.headers['content-type'], pdf.raw.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
});
