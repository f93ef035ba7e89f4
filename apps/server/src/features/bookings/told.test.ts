import {
  countLosses,
  decideBooking,
  deleteBooking,
  saveBooking,
  saveBookingSettings,
  updateBooking,
} from '@spora/contract/bookings/endpoints';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { changeAccess } from '@spora/contract/users/endpoints';
import { createWebhook } from '@spora/contract/integrations/endpoints';
import { WEBHOOK_CALLS } from '@spora/contract/integrations/webhook-calls';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { deleteLost, releaseNoShows } from './watch/service.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;

let accountId: AccountId;
let [ada, eva]: { id: number }[] = [];
let [admin, employee]: Caller[] = [];
let van: MadeUnit;

beforeEach(async () => {
  app.clock.now = new Date('2026-03-16T07:07:00Z');
  await owner.deleteFrom('booking').execute();
  accountId = await makeAccount(app.database);
  ada = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  eva = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva Ek' });
  van = await makeUnit(app.database, { accountId, name: 'Skåpbil', visibleTo: [eva.id] });
  [admin, employee] = [await app.signInAs(ada), await app.signInAs(eva)];
});

const span = (day: number) => ({ start_date: `2026-03-${day} 09:00:00`, end_date: `2026-03-${day} 11:00:00` });
const book = async (caller: Caller, day: number, over: object = {}): Promise<number> => {
  const body = { imei: van.imei, ...span(day), purpose: 'Besöker en hemlig kund', driver_id: eva!.id, ...over };
  const answer = await caller.call(saveBooking, { body });
  expect(answer.status, answer.raw.toString()).toBe(200);
  return answer.data!.id;
};
const clock = { db: pipeline, now: () => app.clock.now, ports: testPorts() };

/** What the account's webhook was told so far: the event with the state and the driver. */
const told = async () => {
  const rows = await owner.selectFrom('webhook_delivery').where('account_id', '=', accountId).orderBy('id').selectAll().execute();
  return rows.map(({ event, occurred_at, data }) => {
    const body = { type: event, timestamp: occurred_at.toISOString(), data };
    const read = WEBHOOK_CALLS[event as 'booking.made'].parse(body).data;
    expect(JSON.stringify(body)).not.toContain('hemlig');
    expect(read.unit.imei).toBe(van.imei);
    return `${event} ${read.state} ${read.driver?.name ?? 'nobody'}`;
  });
};
async function listen(): Promise<void> {
  const events = ['booking.made', 'booking.changed', 'booking.deleted'] as const;
  const hook = await admin!.call(createWebhook, { body: { url: 'https://example.test/hook', events: [...events] } });
  expect(hook.status).toBe(200);
}
/** A moment later: what happens again is told again. */
const later = () => void (app.clock.now = new Date(app.clock.now.getTime() + 1000));

test('16, ADM-019: webhooks are told of bookings made, changed, approved and deleted, with when and who but not for what', async () => {
  await listen();
  const id = await book(employee!, 17);
  later();
  const change = { id, imei: van.imei, ...span(18), purpose: 'Annat', driver_id: eva!.id };
  expect((await employee!.call(updateBooking, { body: change })).status).toBe(200);
  later();
  expect((await employee!.call(deleteBooking, { body: { id } })).status).toBe(200);
  expect(await told()).toEqual(['booking.made booked Eva Ek', 'booking.changed booked Eva Ek', 'booking.deleted booked Eva Ek']);
});

test('16, ADM-019: a request is told as one, and again when it is decided', async () => {
  const settings = { needs_approval: true, approver_id: null, releases_no_shows: false };
  const reminders = { remind_before_start_min: 30, remind_before_end_min: 15 };
  await admin!.call(saveBookingSettings, { body: { ...settings, ...reminders } });
  await listen();
  const id = await book(employee!, 17);
  later();
  const decision = { params: { id }, body: { approve: false, reason: 'Den ska på service' } };
  expect((await admin!.call(decideBooking, decision)).status).toBe(200);
  expect(await told()).toEqual(['booking.made requested Eva Ek', 'booking.changed refused Eva Ek']);
});

test('16, ADM-019, BOOK-047: what the clock releases or takes away is told too', async () => {
  const settings = { needs_approval: false, approver_id: null, releases_no_shows: true };
  const reminders = { remind_before_start_min: 30, remind_before_end_min: 15 };
  await admin!.call(saveBookingSettings, { body: { ...settings, ...reminders } });
  await listen();
  await book(admin!, 17);
  await book(admin!, 18, { driver_id: null, kind: 'inspection' });
  await book(admin!, 19);
  app.clock.now = new Date('2026-03-17T08:40:00Z');
  await owner
    .insertInto('unit_latest')
    .values({
      unit_id: van.unitId,
      account_id: accountId,
      last_contact_at: app.clock.now,
      state: 'parked',
      report_interval_s: 60,
    })
    .execute();
  await releaseNoShows(clock);
  await owner.deleteFrom('unit_access').where('member_id', '=', eva!.id).execute();
  await deleteLost(clock);
  expect((await told()).slice(3)).toEqual(['booking.changed released Eva Ek', 'booking.deleted booked Eva Ek']);
  expect((await told())[1]).toBe('booking.made booked nobody');
});

test('16, ADM-011: before a unit or access is taken away it is told how many bookings go', async () => {
  await book(employee!, 17);
  await book(admin!, 18, { driver_id: ada!.id });
  await book(admin!, 19, { driver_id: null, kind: 'service' });
  const otto = await makeMember(app.database, { accountId, fullName: 'Otto Admin' });
  await book(admin!, 20, { driver_id: otto.id });
  const lost = async (caller: Caller, losses: { unit_id: number; user_id: number | null }[], by_lock = false) =>
    (await caller.call(countLosses, { body: { losses, by_lock } })).data?.bookings;
  const all = [{ unit_id: van.unitId, user_id: null }];
  expect(await lost(admin!, all), 'retired').toBe(3);
  expect(await lost(admin!, all, true), 'locked: who was given it keeps it').toBe(1);
  expect(await lost(admin!, [{ unit_id: van.unitId, user_id: eva!.id }])).toBe(1);
  expect(await lost(admin!, [{ unit_id: van.unitId, user_id: ada!.id }]), 'an administrator keeps it').toBe(0);
  const other = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect(await lost(other, all), 'of a unit that one does not see').toBe(0);
  const take = [{ user_id: eva!.id, unit_id: van.unitId }];
  expect((await admin!.call(changeAccess, { body: { take } })).data, 'and after').toMatchObject({ taken: 1, bookings: 1 });
  const { rows: told } = (await admin!.call(readAudit, { query: { action: 'access-taken' } })).data!;
  expect(told).toMatchObject([{ subject: 'Eva Ek', details: { count: 1, units: 'Skåpbil', bookings: 1 } }]);
  await admin!.call(changeAccess, { body: { give: take } });
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  expect(await lost(await app.signInAs(ada!), all), 'one that goes on stays').toBe(2);
});
