import { saveBooking, weekOfBookings, type Schedule, type ScheduleItem } from '@spora/contract/bookings/endpoints';
import { expect } from 'vitest';
import type { AccountId } from '../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from './database.ts';
import { type Caller, testApp, type TestApp } from './http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };

/** An application that lets a test ask as often as it likes. */
export const bookingApp = (): Promise<TestApp> =>
  testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });

type Person = Awaited<ReturnType<typeof makeMember>>;

// The company of the test that runs. Ada administers; Eva and Bo see the van and not the car.
export let accountId: AccountId;
export let ada: Person;
export let eva: Person;
export let bo: Person;
export let van: MadeUnit;
export let car: MadeUnit;
/** Ada, Eva and Bo, signed in. */
export let admin: Caller;
export let employee: Caller;
export let colleague: Caller;

/** Makes the company anew, on a Monday, 08:07 by Stockholm's clocks; what is `wanted` from then on is its van for Eva. */
export async function makeBookingCompany(app: TestApp): Promise<void> {
  app.clock.now = new Date('2026-03-16T07:07:00Z');
  accountId = await makeAccount(app.database);
  ada = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  eva = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva Ek' });
  bo = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Bo Berg' });
  van = await makeUnit(app.database, { accountId, name: 'Skåpbil', visibleTo: [eva.id, bo.id] });
  car = await makeUnit(app.database, { accountId, name: 'Direktörsbil' });
  await signInAnew(app);
}

/** All three, whose sessions a clock that was set forward has ended. */
export async function signInAnew(app: TestApp): Promise<void> {
  [admin, employee, colleague] = [await app.signInAs(ada), await app.signInAs(eva), await app.signInAs(bo)];
}

/** `2026-03-17 09:00` as the calls write it. */
export const at = (text: string): string => `${text}:00`;

export const wanted = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  imei: van.imei,
  start_date: at('2026-03-17 09:00'),
  end_date: at('2026-03-17 11:00'),
  purpose: 'Kundbesök',
  driver_id: eva.id,
  ...over,
});

export const book = (caller: Caller, over: Record<string, unknown> = {}) => caller.call(saveBooking, { body: wanted(over) });

/** Books, and answers the number of the booking. */
export async function booked(caller: Caller, over: Record<string, unknown> = {}): Promise<number> {
  const answer = await book(caller, over);
  expect(answer.status, JSON.stringify(answer.raw.toString())).toBe(200);
  return answer.data!.id;
}

export const week = async (caller: Caller, day = '2026-03-17', imeis = ''): Promise<Schedule> =>
  (await caller.call(weekOfBookings, { query: { Imeis: imeis, week_day: day } })).data!;

export const itemsOf = async (caller: Caller, day?: string): Promise<ScheduleItem[]> =>
  (await week(caller, day)).BookingSchedules.flatMap(({ Schedule: items }) => items);

/** It stands somewhere, and was heard of just now. */
export const parked = ({ clock, database }: TestApp, { unitId }: MadeUnit): Promise<unknown> =>
  database.owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unitId,
      last_contact_at: clock.now,
      state: 'parked',
      report_interval_s: 86_400,
      time: clock.now,
      lat_e7: 590_000_000,
      lon_e7: 180_000_000,
    })
    .execute();
