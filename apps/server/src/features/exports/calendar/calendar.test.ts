import { closeTripCalendar, openTripCalendar, readTripCalendar, tripCalendarSince } from '@spora/contract/exports/schedules';
import { updateTrip } from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;

let accountId: AccountId;
let driver: Caller;
let driverId: number;
let unit: MadeUnit;

beforeAll(async () => {
  app.clock.now = new Date('2026-03-31T20:00:00Z');
  accountId = await makeAccount(app.database);
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  driverId = member.id;
  driver = await app.signInAs(member);
  unit = await makeUnit(app.database, { accountId, name: 'Volvo Västra', visibleTo: [driverId] });
  const locked = await makeUnit(app.database, { accountId });
  const drive = (of: MadeUnit, over: { start: string; type?: string; stopAddress?: string }) =>
    makeTrip(app.database, { accountId, unitId: of.unitId }, { driver: driverId, distanceM: 12_345, ...over });
  await drive(unit, { start: '2026-03-29T07:00:00Z' });
  await drive(unit, { start: '2026-03-30T17:00:00Z', type: 'private', stopAddress: 'Hemliga gatan 7' });
  await drive(locked, { start: '2026-03-30T10:00:00Z', stopAddress: 'Låsgatan' });
});

const ics = async (path: string) => app.stranger.call(readTripCalendar, { params: { token: path.split('/').at(-1)! } });

test('TRIP-016: iCal of trips, from start to stop with purpose and places; every private trip is a day without places', async () => {
  expect((await driver.call(tripCalendarSince)).data).toEqual({ since: null });
  const { path } = (await driver.call(openTripCalendar)).data!;
  const answer = await ics(path);
  expect(answer.headers['content-type']).toContain('text/calendar');
  const text = answer.raw.toString().replace(/\r\n /g, '');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(text).toContain('DTSTART:20260329T070000Z\r\nDTEND:20260329T073000Z');
  expect(text).toContain('LOCATION:nära Sveavägen 1\\, Stockholm');
  expect(text).toContain('DTSTART;VALUE=DATE:20260330');
  expect(text).not.toContain('Hemliga');
  expect(text).not.toContain('Låsgatan');
});

test('TRIP-016: the address of the calendar of trips is kept as a hash, told once, replaced and ended, and ends with its member', async () => {
  const first = (await driver.call(openTripCalendar)).data!.path;
  const second = (await driver.call(openTripCalendar)).data!.path;
  expect((await ics(first)).status).toBe(404);
  expect((await ics(second)).status).toBe(200);
  const secret = second.split('/').at(-1)!.replace('.ics', '');
  const { rows } = await sql<{ all: string }>`SELECT row_to_json(c)::text AS all FROM trip_calendar c`.execute(owner);
  expect(rows.map((row) => row.all).join()).not.toContain(secret);
  expect(JSON.stringify(app.logged)).not.toContain(secret);
  await sql`UPDATE member SET disabled_at = now() WHERE id = ${driverId}`.execute(owner);
  expect((await ics(second)).status).toBe(404);
  await sql`UPDATE member SET disabled_at = NULL`.execute(owner);
  driver = await app.signInAs({ id: driverId });
  expect((await ics(second)).status).toBe(200);
  await driver.call(closeTripCalendar);
  expect((await ics(second)).status).toBe(404);
});

test('TRIP-016: what people wrote stays within its line of the calendar, whatever signs and however long', async () => {
  const start = { start: '2026-03-28T08:00:00Z', driver: driverId };
  const id = await makeTrip(app.database, { accountId, unitId: unit.unitId }, start);
  const purpose = 'Möte, 1; "två" \\ END:VEVENT\r\nATTENDEE:x';
  const note = await driver.call(updateTrip, { params: { id }, body: { purpose, visited: `${'å🚚'.repeat(30)}\nBEGIN:VEVENT` } });
  expect(note.status).toBe(200);
  const raw = (await ics((await driver.call(openTripCalendar)).data!.path)).raw.toString();
  for (const line of raw.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  expect(raw).not.toMatch(/(?<!\r)\n|\r(?!\n)|\ufffd/);
  const lines = raw.replace(/\r\n /g, '').split('\r\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(3);
  expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
  expect(lines).toContain('SUMMARY:Volvo Västra: Möte\\, 1\\; "två" \\\\ END:VEVENT\\nATTENDEE:x');
});

test('TRIP-016, TRIP-032, REP-018: a private trip is the day that it was in the account’s own zone', async () => {
  await sql`UPDATE account SET time_zone = 'Asia/Kathmandu' WHERE id = ${accountId}`.execute(owner);
  // 17:00 in universal time is 22:45 in Kathmandu, 19:00 is 00:45 of the day after.
  const late = { start: '2026-03-29T19:00:00Z', type: 'private', driver: null };
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, late);
  const text = (await ics((await driver.call(openTripCalendar)).data!.path)).raw.toString();
  expect(text.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual(['DTSTART;VALUE=DATE:20260330', 'DTSTART;VALUE=DATE:20260330']);
});
