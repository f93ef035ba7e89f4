import { DAY_MS } from '@spora/calendar/durations';
import { saveBooking, saveBookingSettings, weekOfBookings } from '@spora/contract/bookings/endpoints';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import { removeUser } from '@spora/contract/users/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { deleteLost, releaseNoShows, remind, tellOfLateReturns } from './service.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;

let accountId: AccountId;
let [ada, eva, bo]: { id: number }[] = [];
let admin: Caller;
let van: MadeUnit;
beforeAll(() => owner.deleteFrom('booking').execute());
beforeEach(async () => {
  app.clock.now = new Date('2026-03-16T07:00:00Z');
  await owner.deleteFrom('booking').execute();
  accountId = await makeAccount(app.database);
  ada = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  eva = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva Ek' });
  bo = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Bo Berg' });
  van = await makeUnit(app.database, { accountId, name: 'Skåpbil', visibleTo: [eva.id, bo.id] });
  admin = await app.signInAs(ada);
});

const clock = { db: pipeline, now: () => app.clock.now, ports: testPorts() };
/** By UTC, an hour behind Stockholm. */
const at = (utc: string): void => void (app.clock.now = new Date(`2026-03-16T${utc}:00Z`));
const book = async (from: string, to: string, driver = eva!.id): Promise<void> => {
  const body = {
    imei: van.imei,
    start_date: `2026-03-16 ${from}:00`,
    end_date: `2026-03-16 ${to}:00`,
    purpose: 'Kundbesök',
    driver_id: driver,
  };
  const answer = await admin.call(saveBooking, { body });
  expect(answer.status, answer.raw.toString()).toBe(200);
};
const settings = (over: object) =>
  admin.call(saveBookingSettings, {
    body: {
      needs_approval: false,
      approver_id: null,
      releases_no_shows: false,
      remind_before_start_min: 30,
      remind_before_end_min: 15,
      ...over,
    },
  });
/** What was written since they were asked for, but that something was booked for them. */
const letters = async (): Promise<string[]> => {
  const rows = await owner
    .selectFrom('mail')
    .where('account_id', '=', accountId)
    .where('template', '=', 'booking')
    .orderBy('id')
    .select('params')
    .execute();
  return rows
    .map(({ params }) => params as unknown as { fullName: string; otherName: string; booking: { news: string } })
    .filter(({ booking }) => booking.news !== 'made')
    .map(({ fullName, otherName, booking }) => [booking.news, fullName, otherName].filter(Boolean).join(' '));
};
const heard = (time: string) => {
  const at = new Date(`2026-03-16T${time}:00Z`);
  return sql`INSERT INTO unit_latest (unit_id, account_id, last_contact_at, state, report_interval_s)
    VALUES (${van.unitId}, ${accountId}, ${at}, 'parked', 60) ON CONFLICT (unit_id) DO UPDATE SET last_contact_at = ${at}`.execute(
    owner,
  );
};
const left = async (): Promise<number> => {
  const { data } = await admin.call(weekOfBookings, { query: { Imeis: '', week_day: '2026-03-16' } });
  return data!.BookingSchedules.flatMap(({ Schedule }) => Schedule).length;
};

test('BOOK-047: the driver is reminded once before the start and once before the end, as early as the account says', async () => {
  await book('10:00', '12:00');
  at('08:29');
  await remind(clock);
  expect(await letters()).toEqual([]);
  at('08:31');
  await remind(clock);
  await remind(clock);
  expect(await letters()).toEqual(['starts Eva Ek']);
  at('10:46');
  await remind(clock);
  await remind(clock);
  expect(await letters()).toEqual(['starts Eva Ek', 'ends Eva Ek']);
});

test('NAV-017, BOOK-047: an account that books no more reminds nobody and releases nothing', async () => {
  await settings({ releases_no_shows: true });
  await book('10:00', '12:00');
  await owner.updateTable('account').set({ car_schedule: false }).where('id', '=', accountId).execute();
  at('08:45');
  await remind(clock);
  at('09:31');
  await heard('09:31');
  expect(await releaseNoShows(clock)).toBe(0);
  expect(await letters()).toEqual([]);
});

test('BOOK-047: nobody is reminded who wants none, or booked when it was already that soon', async () => {
  at('08:50');
  await book('10:00', '12:00');
  await remind(clock);
  expect(await letters()).toEqual([]);
  await settings({ remind_before_end_min: 0 });
  at('10:50');
  await remind(clock);
  expect(await letters()).toEqual([]);
});

test('BOOK-047: half an hour without driving releases a booking only where the account wants it, and only if the unit was heard of', async () => {
  await book('09:00', '12:00');
  at('08:31');
  await heard('08:20');
  await releaseNoShows(clock);
  expect(await left()).toBe(1);
  await settings({ releases_no_shows: true });
  await heard('07:50');
  await releaseNoShows(clock);
  expect(await left()).toBe(1);
  await heard('08:20');
  at('08:29');
  await releaseNoShows(clock);
  expect(await left()).toBe(1);
  at('08:31');
  await releaseNoShows(clock);
  expect(await left()).toBe(0);
  expect(await letters()).toEqual(['released Eva Ek']);
  await book('10:00', '12:00', bo!.id);
});

test('BOOK-047: what was driven in time keeps its booking', async () => {
  await settings({ releases_no_shows: true });
  await book('09:00', '12:00');
  await heard('08:20');
  await makeTrip(app.database, { accountId, unitId: van.unitId }, { start: '2026-03-16T08:20:00Z', minutes: 5, driver: eva!.id });
  at('08:31');
  await releaseNoShows(clock);
  expect(await left()).toBe(1);
});

test.each([
  ['business', ['late Bo Berg Eva Ek']],
  ['private', []],
])('16, TRIP-032: who has the vehicle next is told that it is late; of private driving nothing (%s)', async (type, told) => {
  await book('09:00', '10:00');
  await book('10:15', '12:00', bo!.id);
  const trip = { start: '2026-03-16T08:40:00Z', minutes: 30, driver: eva!.id, type, isOngoing: true };
  await makeTrip(app.database, { accountId, unitId: van.unitId }, trip);
  at('09:04');
  await tellOfLateReturns(clock);
  expect(await letters()).toEqual([]);
  at('09:06');
  await tellOfLateReturns(clock);
  await tellOfLateReturns(clock);
  expect(await letters()).toEqual(told);
});

test('16, ADM-011: bookings to come go with the access, the unit or the person; who still has an address is told', async () => {
  await book('10:00', '12:00');
  await book('12:00', '13:00', bo!.id);
  await deleteLost(clock);
  expect(await left()).toBe(2);
  await owner.deleteFrom('unit_access').where('member_id', '=', eva!.id).execute();
  await deleteLost(clock);
  expect(await left()).toBe(1);
  expect(await letters()).toEqual(['lost Eva Ek']);
  expect((await admin.call(removeUser, { params: { id: bo!.id } })).status).toBe(200);
  await deleteLost(clock);
  expect(await left()).toBe(0);
  expect(await letters()).toEqual(['lost Eva Ek']);
  const whole = { subscription_type: 'Standard', features: [...UNIT_FEATURES] };
  for (const less of [{ features: ['check-in'] }, { subscription_type: 'Bas' }]) {
    await book('10:00', '12:00', ada!.id);
    await owner.updateTable('unit').set(less).where('id', '=', van.unitId).execute();
    expect(await deleteLost(clock), 'nobody can book it any more').toBe(1);
    await owner.updateTable('unit').set(whole).where('id', '=', van.unitId).execute();
  }
  await book('10:00', '12:00', ada!.id);
  await owner
    .updateTable('unit')
    .set({ retired_at: new Date(app.clock.now.getTime() - DAY_MS) })
    .where('id', '=', van.unitId)
    .execute();
  await deleteLost(clock);
  expect(await owner.selectFrom('booking').selectAll().execute()).toEqual([]);
});
