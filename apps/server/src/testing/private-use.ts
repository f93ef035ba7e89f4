import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { WEBHOOK_EVENTS } from '@spora/contract/integrations/choices';
import { createWebhook } from '@spora/contract/integrations/endpoints';
import { savePlan } from '@spora/contract/maintenance/endpoints';
import { saveOdometer } from '@spora/contract/maintenance/readings';
import { savePlace } from '@spora/contract/places/endpoints';
import { saveRefuelling } from '@spora/contract/refuelling/endpoints';
import { updateTrip } from '@spora/contract/trips/endpoints';
import { saveZone } from '@spora/contract/zones/endpoints';
import { STATIONS } from '@spora/tolls/stations';
import { changeFrom } from '../core/fleet/unit-settings.ts';
import { prepare } from '../core/log/appender.ts';
import { append, ensurePartitions } from '../core/log/segments.ts';
import type { AccountId } from '../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from './database.ts';
import { projectNext } from './engine.ts';
import { type Caller, testApp, type TestApp } from './http.ts';

/** Times are steps of five minutes from here; the account's clock is an hour ahead. */
export const DAWN = Date.parse('2026-03-10T05:00:00Z');
const STEP_MS = 300_000;
export const at = (step: number): Date => new Date(DAWN + step * STEP_MS);
/** The first business trip is over, the second begins, and it is now. */
export const [LEAVES, RETURNS, NOW] = [8, 132, 144];
/** The same time on the next day. */
export const NEXT_DAY = NOW + 288;
const DRIVE_STEPS = 3;
const DRIVEN_M = 15_000;

/**
 * A day in which somebody drove privately, there and back, between two business trips: when, and which way. Two of them differ in
 * nothing that others may know.
 */
export interface Past {
  readonly there: number;
  readonly back: number;
  /** Degrees. */
  readonly heading: number;
}

const E7_PER_M = 1e7 / 111_195;
/** Where one is after so many metres from the yard, by heading. */
const placeAt = (metres: number, heading: number): { latE7: number; lonE7: number } => ({
  latE7: Math.round(593_000_000 + metres * Math.cos((heading * Math.PI) / 180) * E7_PER_M),
  lonE7: Math.round(180_000_000 + (metres * Math.sin((heading * Math.PI) / 180) * E7_PER_M) / Math.cos((59.3 * Math.PI) / 180)),
});

/** What the tracker tells of such a day; `isOver`: with the business trip that ends private use. */
function recordsOf(past: Past, isOver: boolean): PositionRecord[] {
  const records: PositionRecord[] = [];
  let odometerM = 120_000;
  const report = (
    timeMs: number,
    place: { latE7: number; lonE7: number },
    driving: boolean,
    isPrivate: boolean,
    isHarsh = false,
  ) =>
    records.push({
      ...place,
      timeMs,
      speedKmh: driving ? 60 : 0,
      altitudeM: 12,
      headingDeg: 90,
      satellites: 9,
      priority: 0,
      eventId: 0,
      io: [
        { id: 239, width: 1, value: driving ? 1 : 0 },
        { id: 240, width: 1, value: driving ? 1 : 0 },
        { id: 1, width: 1, value: isPrivate ? 1 : 0 },
        { id: 66, width: 2, value: driving ? 14_100 : 12_600 },
        { id: 16, width: 4, value: Math.round(odometerM) },
        // A decilitre a kilometre.
        { id: 83, width: 4, value: 40_000 + Math.round(odometerM / 1000) },
        // Harsh braking, as the tracker tells of it.
        ...(isHarsh
          ? [
              { id: 253, width: 1 as const, value: 2 },
              { id: 254, width: 1 as const, value: 40 },
            ]
          : []),
        // A Bluetooth sensor that gets warmer all day, and a tag.
        { id: 10_800, width: 2, value: 401 + Math.round((timeMs - DAWN) / 60_000) },
        { id: 10_813, width: 1, value: driving ? 1 : 0 },
        // One more tag that the tracker lists by itself.
        { id: 548, width: 0, value: Buffer.from('010b0001b101067cd9f4000002', 'hex') },
      ],
    });
  const drives = [
    { step: LEAVES - DRIVE_STEPS, heading: 30, from: DRIVEN_M, to: 0, isPrivate: false },
    { step: past.there, heading: past.heading, from: 0, to: DRIVEN_M, isPrivate: true },
    { step: past.back, heading: past.heading, from: DRIVEN_M, to: 0, isPrivate: true },
    ...(isOver ? [{ step: RETURNS, heading: 200, from: 0, to: DRIVEN_M, isPrivate: false }] : []),
  ];
  let here = placeAt(DRIVEN_M, 30);
  for (let step = 0; step < NOW;) {
    const drive = drives.find((each) => each.step === step);
    if (!drive) {
      // The switch in the car stays on until the engine has been off for a while.
      report(at(step).getTime(), here, false, step >= past.there && step < past.back + DRIVE_STEPS + 4);
      step += 1;
      continue;
    }
    const n = (DRIVE_STEPS * STEP_MS) / 10_000;
    for (let i = 0; i < n; i += 1) {
      odometerM += DRIVEN_M / n;
      here = placeAt(drive.from + ((drive.to - drive.from) * (i + 1)) / n, drive.heading);
      report(at(step).getTime() + i * 10_000, here, true, drive.isPrivate, i % 30 === 12);
    }
    step += DRIVE_STEPS;
  }
  return records;
}

/** A company in which such a day was driven, in a database of its own: two of them have the same ids. */
export interface PrivateDay {
  readonly app: TestApp;
  readonly accountId: AccountId;
  readonly admin: Caller;
  readonly driver: Caller;
  readonly driverId: number;
  readonly unit: MadeUnit;
  /** The trips of the unit in order of time: business, private, private, business. */
  readonly tripIds: readonly number[];
  /** When it is asked about. */
  readonly now: Date;
}

function assertDone(answers: readonly { readonly status: number; readonly errors?: unknown }[]): void {
  for (const { status, errors } of answers) if (status !== 200) throw new Error(`${status} ${JSON.stringify(errors)}`);
}

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };

/** Such a day, asked about at its end or on the next day, with or without the business trip that ends private use. */
export async function makePrivateDay(
  past: Past,
  { isOver, asked }: { readonly isOver: boolean; readonly asked: number },
): Promise<PrivateDay> {
  const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED, token: UNLIMITED } } });
  const { database, clock } = app;
  const { owner, pipeline } = database;
  clock.now = at(0);
  await ensurePartitions(pipeline, new Date('2026-03-01'), new Date('2026-04-01'));
  const accountId = await makeAccount(database, { name: 'Åkeriet' });
  const admin = await makeMember(database, { accountId, email: 'anna@example.test', fullName: 'Anna Admin' });
  const driver = await makeMember(database, { accountId, email: 'dag@example.test', fullName: 'Dag Driver', isAdmin: false });
  const unit = await makeUnit(database, { accountId, imei: '356307042441013', name: 'Volvo', visibleTo: [driver.id] });
  await owner
    .updateTable('unit')
    .set({ check_in_code: 'CHECKIN', registration_number: 'ABC 123', fuel_type: 'diesel', consumption_per_10km: 0.6 })
    .where('id', '=', unit.unitId)
    .execute();
  await changeFrom(owner, { accountId, unitId: unit.unitId }, new Date('2026-01-01'), {
    driverMemberId: driver.id,
    privateSwitchInput: 1,
  });
  await sql`WITH tag AS (
      INSERT INTO driver_tag (account_id, tag, last_read_at, last_read_unit_id)
      VALUES (${accountId}, 'AB01', ${at(past.there)}, ${unit.unitId}) RETURNING id)
    INSERT INTO driver_tag_link (account_id, tag_id, member_id, during, actor_member_id)
    SELECT ${accountId}, id, ${driver.id}, '[2026-01-01,)', ${admin.id} FROM tag`.execute(owner);
  await sql`INSERT INTO driver_event (account_id, unit_id, at, read_at, source, tag, recorded_at)
    VALUES (${accountId}, ${unit.unitId}, ${at(past.there)}, ${at(past.there)}, 'tag', 'AB01', ${at(past.there)})`.execute(owner);
  // What the connection page goes by: the tracker called, and was refused, while it was driven privately.
  await sql`INSERT INTO tracker_contact (tracker_id, at, transport, address_family)
    VALUES (${unit.trackerId}, ${at(past.there)}, 'tcp', ${past.there % 2 === 0 ? 'ipv4' : 'ipv6'})`.execute(owner);
  await sql`INSERT INTO tracker_refusal (tracker_id, hour, reason, n, last_at)
    VALUES (${unit.trackerId}, date_trunc('hour', ${at(past.there)}::timestamptz), 'crc', ${past.there}, ${at(past.there)})`.execute(
    owner,
  );
  await sql`INSERT INTO position_quarantine (tracker_id, received_at, reason, n, data)
    VALUES (${unit.trackerId}, ${at(past.back)}, 'future', ${past.back}, 'x')`.execute(owner);
  for (const [slot, kind] of [
    [1, 'sensor'],
    [2, 'tag'],
  ] as const)
    await sql`WITH s AS (INSERT INTO sensor (account_id, mac, name, kind, created_at)
        VALUES (${accountId}, ${kind === 'tag' ? '7CD9F4000001' : '7CD9F4100001'}, ${kind}, ${kind}, '2026-01-01') RETURNING id)
      INSERT INTO sensor_pairing (account_id, unit_id, sensor_id, slot, requested_at, paired_at)
      SELECT ${accountId}, ${unit.unitId}, id, ${slot}, '2026-01-01', '2026-01-01' FROM s`.execute(owner);
  await sql`INSERT INTO sensor (account_id, mac, name, kind, created_at)
    VALUES (${accountId}, '7CD9F4000002', 'beacon', 'tag', '2026-01-01')`.execute(owner);
  // Booked by who drives, until private use may or may not have begun.
  await sql`INSERT INTO booking (account_id, unit_id, kind, state, driver_id, booked_by, purpose, during, created_at, changed_at)
    VALUES (${accountId}, ${unit.unitId}, 'drive', 'booked', ${driver.id}, ${driver.id}, 'Kundbesök', tstzrange(${at(0)}, ${at(60)}),
      '2026-01-01', '2026-01-01')`.execute(owner);
  const asAdmin = await app.signInAs(admin);
  const params = { imei: unit.imei };
  // A place that one of two days may go to and the other not: it is large.
  const cottage = placeAt(DRIVEN_M, 0);
  const place = { label: 'Sommarstugan', lat: cottage.latE7 / 1e7, lng: cottage.lonE7 / 1e7, radius: 9000 };
  // Left and entered on each trip, the private ones too.
  const yard = { name: 'Gården', lat: 59.3, lng: 18, radius: 300, imeis: [unit.imei], alarm: 'both' as const };
  const arranged = [
    await asAdmin.call(saveZone, { body: yard }),
    await asAdmin.call(savePlace, { body: place }),
    await asAdmin.call(createWebhook, { body: { url: 'https://example.test/hook', events: [...WEBHOOK_EVENTS] } }),
    await asAdmin.call(saveOdometer, { params, body: { value: 50_000, confirmed: true } }),
    await asAdmin.call(savePlan, { params, body: { kind: 'service', interval_km: 30, last_done_km: 50_000 } }),
  ];
  assertDone(arranged);

  // Numbers of alarms are drawn by lot; here they are counted, so that two days can be compared.
  await sql`CREATE SEQUENCE counted_alarm`.execute(owner);
  await sql`GRANT USAGE ON SEQUENCE counted_alarm TO spora_pipeline`.execute(owner);
  await sql`ALTER TABLE alarm ALTER COLUMN id SET DEFAULT nextval('counted_alarm')`.execute(owner);
  clock.now = at(NOW);
  const columns = columnsOf(recordsOf(past, isOver));
  await append(pipeline, prepare([{ trackerId: unit.trackerId, columns, bytes: 1, settle: () => {} }], clock.now, 24));
  while ((await projectNext(pipeline, clock.now, { trackers: 50, segments: 8 })).trackers > 0) continue;
  // A toll on each trip: on the private ones at a time and a station of the day's own.
  for (const [step, isPrivate] of [
    [LEAVES - 2, false],
    [past.there + 1, true],
    [past.back + 1, true],
  ] as const)
    await sql`INSERT INTO toll_passage (account_id, unit_id, station_id, point_id, at, found_at, lat_e7, lon_e7, is_uncertain)
      VALUES (${accountId}, ${unit.unitId}, ${STATIONS[isPrivate ? past.heading % STATIONS.length : 0]!.id}, '', ${at(step)}, ${at(step)}, ${isPrivate ? past.heading : 1}, 1, false)`.execute(
      owner,
    );
  await sql`UPDATE trip SET start_address = 'Gata ' || start_lat_e7, stop_address = 'Gata ' || stop_lat_e7`.execute(owner);
  await sql`UPDATE unit_latest SET address = 'Gata ' || lat_e7`.execute(owner);
  const trips = await owner.selectFrom('trip').select(['id', 'type']).orderBy('started_at').execute();
  const asDriver = await app.signInAs(driver);
  const said = `hos ${past.heading}`;
  for (const { id } of trips.filter(({ type }) => type === 'private'))
    assertDone([await asDriver.call(updateTrip, { params: { id }, body: { purpose: said, note: said, visited: said } })]);
  const filled = {
    fuel_type: 'diesel' as const,
    amount: 40,
    price: null,
    currency: null,
    odometer_km: null,
    station: said,
    note: '',
  };
  assertDone([
    await asDriver.call(saveRefuelling, { params, body: { ...filled, at: at(past.there + DRIVE_STEPS).toISOString() } }),
  ]);
  clock.now = at(asked);
  return {
    app,
    accountId,
    admin: await app.signInAs(admin),
    driver: await app.signInAs(driver),
    driverId: driver.id,
    unit,
    tripIds: trips.map(({ id }) => id),
    now: clock.now,
  };
}
