import { DAY_MS } from '@spora/calendar/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '@spora/contract/accounts/endpoints';
import {
  addPicture,
  getTheftPage,
  makeTheftReport,
  removePicture,
  revokeTheftShare,
  saveObjectDescription,
  sharedTheftPdf,
  sharedTheftPicture,
  sharedTheftReport,
  shareTheftReport,
  theftReportPdf,
} from '@spora/contract/object-description/endpoints';
import { pathOf } from '@spora/contract/paths';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { jpegOf } from '../../../testing/picture.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { prepare } from '../../../core/log/appender.ts';
import { driveBuilder } from '../../../testing/drive.ts';
import { decimalDegrees, sexagesimal } from '../pdf/rules.ts';
import { isInFuture, pointsOf, townsNear, trackToKeep } from './rules.ts';
import { projectNext } from '../../../testing/engine.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const NOW = new Date('2026-03-10T20:00:00Z');
let accountId: AccountId;
let adminMember: { id: number; email: string };
let admin: Caller;
let driverMember: { id: number };
let driver: Caller;

beforeAll(async () => {
  app.clock.now = NOW;
  await ensurePartitions(pipeline, new Date('2026-01-01'), new Date('2026-12-01'));
  accountId = await makeAccount(app.database, { name: 'Öbergs Entreprenad AB' });
  adminMember = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  admin = await app.signInAs(adminMember);
  driverMember = await makeMember(app.database, { accountId, isAdmin: false });
  driver = await app.signInAs(driverMember);
});

const newUnit = (name = 'Bottenhavet') => makeUnit(app.database, { accountId, name, kind: 'boat', visibleTo: [driverMember.id] });

async function drive({ trackerId }: MadeUnit): Promise<void> {
  const { fixes } = driveBuilder({})
    .stand(300, { ignition: false })
    .drive(900, 50, { ignition: true })
    .stand(1200, { ignition: false });
  const records = fixes.map(({ timeMs, latE7, lonE7, speedKmh, satellites, ignition }): PositionRecord => ({
    timeMs,
    latE7,
    lonE7,
    speedKmh,
    satellites,
    altitudeM: 12,
    headingDeg: 90,
    priority: 0,
    eventId: 0,
    io: ignition === undefined ? [] : [{ id: 239, width: 1, value: ignition ? 1 : 0 }],
  }));
  await append(pipeline, prepare([{ trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], NOW, 24));
  while ((await projectNext(pipeline, NOW, { trackers: 50, segments: 8 })).trackers > 0) continue;
}

const FACTS = {
  stolen_on: '2026-03-09',
  stolen_from: 'Gästhamnen, brygga C',
  circumstances: 'Låst med kätting.',
  owner_name: 'Öbergs Entreprenad AB',
  owner_email: 'maja@example.test',
  owner_phone: '+46 70 123 45 67',
  police_station: 'Umeå',
  police_report_number: '5000-K123',
  claim_number: 'S-77',
};
const make = (caller: Caller, imei: string, over: object = {}) =>
  caller.call(makeTheftReport, { params: { imei }, body: { ...FACTS, ...over } });
const share = async (imei: string, days = 7, version = 1) =>
  (await admin.call(shareTheftReport, { params: { imei }, body: { version, recipient: 'Polisen Umeå', days } })).data!;
async function addOne(imei: string): Promise<number> {
  const response = await admin.request({
    method: 'POST',
    url: pathOf(addPicture.id, { imei }),
    headers: { 'content-type': 'image/jpeg' },
    payload: await jpegOf(120, 80),
  });
  return response.json<{ data: { pictures: { id: number }[] } }>().data.pictures[0]!.id;
}

test('13-B5, DEC-05: the police are given a number that can be dialled, whatever stands before it in the account', async () => {
  const { imei } = await newUnit('Med telefon');
  const phoneOf = async () => (await admin.call(getTheftPage, { params: { imei } })).data!.draft.owner_phone;
  await owner.updateTable('account').set({ phone: '46701234567', dial_code: '46' }).where('id', '=', accountId).execute();
  await owner.updateTable('member').set({ phone: '' }).where('id', '=', adminMember.id).execute();
  expect(await phoneOf()).toBe('+46701234567');
  await owner.updateTable('member').set({ phone: '4407700900123' }).where('id', '=', adminMember.id).execute();
  expect(await phoneOf()).toBe('+447700900123');
});

test('OBJ-003, OBJ-008, API-101: a report is filled from who asks, the description, the position and the track', async () => {
  const unit = await newUnit();
  const { imei } = unit;
  await drive(unit);
  await admin.call(saveObjectDescription, {
    params: { imei },
    body: { type: 'boat', manufacturer: 'Sörvik', serial_number: 'not of boats' },
  });
  const picture = await addOne(imei);
  const before = (await admin.call(getTheftPage, { params: { imei } })).data!;
  expect(before).toMatchObject({
    draft: { owner_name: 'Öbergs Entreprenad AB', owner_email: adminMember.email },
    latest: null,
    versions: [],
    can: { report: true },
  });
  const { data } = await make(admin, imei);
  expect(data).toMatchObject({
    draft: FACTS,
    versions: [{ version: 1, created_by: 'Maja Ek' }],
    latest: {
      version: 1,
      unit_name: 'Bottenhavet',
      object: { type: 'boat', manufacturer: 'Sörvik', serial_number: '' },
      registration_number: null,
      theft: FACTS,
      pictures: [{ id: picture }],
      track_from: new Date(NOW.getTime() - 30 * DAY_MS).toISOString(),
    },
  });
  const { latest } = data!;
  expect(latest!.last_position!.lat).toBeCloseTo(59.3, 0);
  expect(latest!.track.flat().length).toBeGreaterThanOrEqual(4);
  expect(latest!.places.length).toBeGreaterThan(0);
});

test('OBJ-008: every version is kept as it was made, with the pictures that it shows', async () => {
  const { imei } = await newUnit();
  const picture = await addOne(imei);
  await make(admin, imei);
  await admin.call(removePicture, { params: { imei, id: picture } });
  const { data } = await make(driver, imei, { police_station: 'Luleå' });
  expect(data!.versions.map(({ version }) => version)).toEqual([2, 1]);
  expect(data!.latest).toMatchObject({ version: 2, pictures: [], theft: { police_station: 'Luleå' } });
  const kept = await owner
    .selectFrom('theft_report')
    .where('version', '=', 1)
    .where('unit_id', '>', 0)
    .select(['content'])
    .execute();
  expect(JSON.stringify(kept)).toContain('"police_station":"Umeå"');
  const { token } = await share(imei, 7, 1);
  const shown = await app.stranger.call(sharedTheftReport, { body: { token } });
  expect(shown.data!.report).toMatchObject({ version: 1, pictures: [{ id: picture }] });
  const bytes = await app.stranger.call(sharedTheftPicture, { body: { token, id: picture } });
  expect([bytes.status, bytes.headers['content-type']]).toEqual([200, 'image/jpeg']);
  await expect(
    app.database.api.transaction().execute((tx) => tx.updateTable('theft_report').set({ version: 9 }).execute()),
  ).rejects.toThrow('permission denied');
});

test('OBJ-008: the PDF is made in three languages, of the newest version or the one asked for', async () => {
  const unit = await newUnit('Łódź i Östersjön');
  await drive(unit);
  await addOne(unit.imei);
  await make(admin, unit.imei);
  const sizes = new Set<number>();
  for (const lang of ['sv', 'no', 'en'] as const) {
    const answer = await admin.call(theftReportPdf, { params: { imei: unit.imei }, query: { lang } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.raw.toString('latin1')).toContain(`/Lang (${lang})`);
    sizes.add(answer.raw.length);
  }
  expect(sizes.size).toBe(3);
  expect((await admin.call(theftReportPdf, { params: { imei: unit.imei }, query: { version: 2 } })).errors).toBe(
    'ReportNotFound',
  );
});

test('OBJ-008: the link opens the report without signing in, tells nothing else, and each opening is counted and logged', async () => {
  const { imei } = await newUnit('Räknade');
  await make(admin, imei);
  const { token, share: made } = await share(imei);
  const opened = await app.stranger.call(sharedTheftReport, { body: { token } });
  expect(Object.keys(opened.data!).sort()).toEqual(['expires_at', 'report', 'time_zone']);
  expect(opened.raw.toString()).not.toContain(imei);
  expect(opened.raw.toString()).not.toContain(adminMember.email);
  const pdf = await app.stranger.call(sharedTheftPdf, { body: { token, lang: 'no' } });
  expect(pdf.headers['content-type']).toBe('application/pdf');
  const page = (await admin.call(getTheftPage, { params: { imei } })).data!;
  expect(page.shares).toMatchObject([
    { id: made.id, recipient: 'Polisen Umeå', opened_count: 2, last_opened_at: NOW.toISOString(), is_open: true },
  ]);
  const rows = (await admin.call(readAudit, { query: { action: 'theft-report-opened' } })).data!.rows.filter(
    ({ subject }) => subject === 'Räknade',
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(await owner.selectFrom('theft_share').selectAll().execute())).not.toContain(token);
});

test('OBJ-008: a link that is over, ended, wrong or of a closed account opens nothing, and all look alike', async () => {
  const { imei } = await newUnit();
  await make(admin, imei);
  const openedBy = async (token: string) => (await app.stranger.call(sharedTheftReport, { body: { token } })).errors ?? 'open';
  const { token } = await share(imei, 2);
  expect(await openedBy(token)).toBe('open');
  app.clock.now = new Date(NOW.getTime() + 2 * DAY_MS);
  expect(await openedBy(token)).toBe('ShareOver');
  expect((await app.stranger.call(sharedTheftPdf, { body: { token } })).errors).toBe('ShareOver');
  expect((await app.stranger.call(sharedTheftPicture, { body: { token, id: 1 } })).errors).toBe('ShareOver');
  app.clock.now = NOW;
  const second = await share(imei);
  const ended = await admin.call(revokeTheftShare, { params: { imei, id: second.share.id } });
  expect(ended.data!.shares[0]).toMatchObject({ is_open: false, revoked_at: NOW.toISOString() });
  expect(await openedBy(second.token)).toBe('ShareOver');
  for (const wrong of ['', 'x', 'A'.repeat(43)]) expect(await openedBy(wrong)).toBe('ShareOver');
  const third = await share(imei);
  await owner.updateTable('account').set({ closed_at: NOW }).where('id', '=', accountId).execute();
  expect(await openedBy(third.token)).toBe('ShareOver');
  await owner.updateTable('account').set({ closed_at: null }).where('id', '=', accountId).execute();
});

test('a link shows the pictures of its own report and no other', async () => {
  const [mine, other] = [await newUnit(), await newUnit()];
  const foreign = await addOne(other.imei);
  await make(admin, mine.imei);
  const { token } = await share(mine.imei);
  expect((await app.stranger.call(sharedTheftPicture, { body: { token, id: foreign } })).errors).toBe('PictureNotFound');
  expect(
    (await admin.call(revokeTheftShare, { params: { imei: other.imei, id: (await share(mine.imei)).share.id } })).errors,
  ).toBe('ShareNotFound');
});

test('OBJ-008, MAP-031: private trips are in the report of their driver alone, and only when the driver wants them there', async () => {
  const unit = await newUnit();
  const settings = JSON.stringify({ defaultTripType: 'private', driverMemberId: driverMember.id });
  await owner
    .insertInto('unit_setting')
    .values({ account_id: accountId, unit_id: unit.unitId, valid_from: new Date(0), settings })
    .execute();
  await drive(unit);
  const points = async (caller: Caller, include_private: boolean) =>
    pointsOf((await make(caller, unit.imei, { include_private })).data!.latest!.track).length;
  expect(await points(driver, true)).toBeGreaterThan(1);
  expect(await points(driver, false)).toBe(0);
  expect(await points(admin, true)).toBe(0);
});

test('MAP-002: who may not see the map neither makes nor reads what tells where the unit was', async () => {
  const { imei } = await newUnit();
  await make(admin, imei);
  const member = await makeMember(app.database, { accountId, isAdmin: false, mayUseMap: false });
  const unit = await owner
    .selectFrom('unit')
    .where('account_id', '=', accountId)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await owner.insertInto('unit_access').values({ account_id: accountId, member_id: member.id, unit_id: unit.id }).execute();
  const caller = await app.signInAs(member);
  expect((await caller.call(getTheftPage, { params: { imei } })).data).toMatchObject({
    latest: null,
    shares: [],
    can: { report: false },
  });
  expect((await make(caller, imei)).errors).toBe('Forbidden');
  expect((await caller.call(theftReportPdf, { params: { imei } })).errors).toBe('Forbidden');
  expect((await caller.call(shareTheftReport, { params: { imei }, body: { version: 1, recipient: 'x', days: 1 } })).errors).toBe(
    'Forbidden',
  );
});

test('OBJ-003: a theft lies in the past, where the account is, and an address of mail is one', async () => {
  const { imei } = await newUnit();
  expect((await make(admin, imei, { stolen_on: '2026-03-11' })).errors).toEqual({ stolen_on: ['TheftInFuture'] });
  expect((await make(admin, imei, { owner_email: 'maja' })).errors).toEqual({ owner_email: ['EnterValidEmail'] });
  expect((await make(admin, imei, { owner_email: '', stolen_on: null })).errors).toBeUndefined();
  expect([
    isInFuture('2026-03-11', '2026-03-10'),
    isInFuture('2026-03-10', '2026-03-10'),
    isInFuture(null, '2026-03-10'),
  ]).toEqual([true, false, false]);
});

test('OBJ-008: a month of positions becomes a few thousand points, and the largest towns around show the way', () => {
  const long = Array.from({ length: 30_000 }, (_, i) => ({ lat: 59 + Math.sin(i / 50) / 5, lon: 18 + i / 20_000 }));
  const kept = trackToKeep([long, [{ lat: 1, lon: 1 }]]);
  expect(kept).toHaveLength(1);
  expect(pointsOf(kept).length).toBeLessThanOrEqual(4000);
  expect(pointsOf(kept)[0]).toEqual({ lat: 59, lon: 18 });
  const towns = Array.from({ length: 40 }, (_, i) => ({
    name: `T${i}`,
    lat: 59 + (i % 8) / 20,
    lon: 18 + i / 30,
    population: i,
  }));
  const near = townsNear(long, [...towns, { name: 'Far', lat: 10, lon: 10, population: 1e6 }]);
  expect(near.length).toBeGreaterThan(2);
  expect(near.length).toBeLessThanOrEqual(12);
  expect(near[0]!.name).toBe('T36');
  expect(townsNear([], towns)).toEqual([]);
});

test('coordinates are written as the police and as maps write them', () => {
  expect(sexagesimal(59.3293235, 18.0685808)).toBe('59°19\'45.6"N 18°04\'06.9"E');
  expect(sexagesimal(-0.99999999, -180)).toBe('1°00\'00.0"S 180°00\'00.0"W');
  expect(decimalDegrees(59.3293235, -18)).toBe('59.32932, -18.00000');
});
