import { readAudit } from '@spora/contract/accounts/endpoints';
import { exportBookings, openBookingCalendar, readBookingCalendar, returnVehicle } from '@spora/contract/bookings/endpoints';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  accountId,
  ada,
  admin,
  at,
  bo,
  booked,
  bookingApp,
  colleague,
  employee,
  eva,
  makeBookingCompany,
  signInAnew,
  van,
} from '../../testing/bookings.ts';
import { makeTrip } from '../../testing/trips.ts';
import { type Caller } from '../../testing/http.ts';

const app = await bookingApp();
afterAll(() => app.close());
const { owner } = app.database;

beforeEach(() => makeBookingCompany(app));

test('BOOK-046, ADM-018: own bookings and those of a vehicle as iCalendar by a secret address, and a month as CSV, on record', async () => {
  await booked(employee);
  await booked(colleague, {
    start_date: at('2026-03-18 09:00'),
    end_date: at('2026-03-18 10:00'),
    driver_id: bo.id,
    purpose: 'Läkarbesök',
  });
  const read = async (path: string) => app.stranger.call(readBookingCalendar, { params: { token: path.split('/').at(-1)! } });
  const own = (await employee.call(openBookingCalendar, { body: { imei: null } })).data!.path;
  const ofVan = (await employee.call(openBookingCalendar, { body: { imei: van.imei } })).data!.path;
  const text = async (path: string) => (await read(path)).raw.toString().replace(/\r\n /g, '');
  expect(await text(own)).toContain('DTSTART:20260317T080000Z\r\nDTEND:20260317T100000Z');
  expect(await text(own)).toContain('SUMMARY:Skåpbil');
  expect((await text(own)).match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect((await text(ofVan)).match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(await text(ofVan)).toContain('SUMMARY:Bo Berg');
  expect(await text(ofVan)).not.toContain('Läkarbesök');
  const again = (await employee.call(openBookingCalendar, { body: { imei: null } })).data!.path;
  expect((await read(own)).status).toBe(404);
  expect((await read(again)).status).toBe(200);
  await owner.deleteFrom('unit_access').where('member_id', '=', eva.id).execute();
  expect((await text(ofVan)).match(/BEGIN:VEVENT/g)).toBeNull();
  expect(JSON.stringify(app.logged)).not.toContain(again.split('/').at(-1)!.replace('.ics', ''));
  const file = await colleague.call(exportBookings, { query: { month: '2026-03', Imeis: '' } }, { 'accept-language': 'sv' });
  const csv = file.raw.toString();
  expect(csv.split('\r\n').slice(1, -1)).toMatchObject([
    expect.stringContaining('2026-03-17 09:00;2026-03-17 11:00;Körning;Bokat;Eva Ek;Eva Ek;'),
    expect.stringContaining('Läkarbesök'),
  ]);
  expect(csv).not.toContain('Kundbesök');
  expect(file.headers['content-disposition']).toContain('bokningar-2026-03.csv');
  expect(csv.split('\r\n')[0]).toBe(
    '\ufeffFordon;Registreringsnummer;Start;Slut;Typ;Status;Förare;Bokat av;Ärende;Bokningens nummer',
  );
  const ownFile = async (caller: Caller) => {
    const { raw } = await caller.call(exportBookings, { query: { month: '2026-03', Imeis: '', only_mine: 'true' } });
    return raw.toString().split('\r\n').slice(1, -1);
  };
  expect(await ownFile(colleague)).toEqual([expect.stringContaining('Läkarbesök')]);
  expect(await ownFile(admin), 'as the month of an administrator shows').toEqual([]);
  const { rows } = (await admin.call(readAudit, { query: { action: 'bookings-exported' } })).data!;
  expect(rows[0]).toMatchObject({ details: { format: 'csv', from: '2026-03-01', to: '2026-03-31' } });
});

test('BOOK-046, DEC-27: an administrator’s own calendar has what they drive, and who may change others’ bookings reads what for everywhere', async () => {
  await booked(admin);
  await booked(admin, {
    start_date: at('2026-03-18 09:00'),
    end_date: at('2026-03-18 10:00'),
    driver_id: ada.id,
    purpose: 'Mässa',
  });
  await booked(admin, { start_date: at('2026-03-19 09:00'), end_date: at('2026-03-19 10:00'), driver_id: null, kind: 'service' });
  const calendar = async (caller: Caller, imei: string | null) => {
    const { path } = (await caller.call(openBookingCalendar, { body: { imei } })).data!;
    const { raw } = await app.stranger.call(readBookingCalendar, { params: { token: path.split('/').at(-1)! } });
    return raw.toString().match(/SUMMARY:.*/g);
  };
  expect(await calendar(admin, null)).toEqual(['SUMMARY:Skåpbil: Mässa']);
  const purposes = async () => {
    const file = await colleague.call(exportBookings, { query: { month: '2026-03', Imeis: '' } }, { 'accept-language': 'sv' });
    const lines = file.raw.toString().split('\r\n').slice(1, 3);
    return [...lines.map((line) => line.split(';')[8]), (await calendar(colleague, van.imei))?.[0]];
  };
  expect(await purposes()).toEqual(['', '', 'SUMMARY:Eva Ek']);
  await owner
    .updateTable('member')
    .set({ rights: ['edit-all-bookings'] })
    .where('id', '=', bo.id)
    .execute();
  expect(await purposes(), 'as on the screen').toEqual(['Kundbesök', 'Mässa', 'SUMMARY:Eva Ek: Kundbesök']);
});

test('BOOK-046: the file of a month says what the screen does of each: driven or not, given back, going on, to come', async () => {
  const book = (from: string, to: string) => booked(employee, { start_date: at(from), end_date: at(to) });
  await book('2026-03-16 08:30', '2026-03-16 09:30');
  await book('2026-03-16 10:00', '2026-03-16 11:00');
  const back = await book('2026-03-17 08:00', '2026-03-17 12:00');
  await book('2026-03-18 08:00', '2026-03-18 12:00');
  await book('2026-03-19 08:00', '2026-03-19 12:00');
  await makeTrip(app.database, { accountId, unitId: van.unitId }, { start: '2026-03-16T07:40:00Z', minutes: 30, driver: eva.id });
  app.clock.now = new Date('2026-03-17T09:30:00Z');
  await (await app.signInAs(eva)).call(returnVehicle, { params: { id: back } });
  app.clock.now = new Date('2026-03-18T09:00:00Z');
  await signInAnew(app);
  const { raw } = await employee.call(exportBookings, { query: { month: '2026-03', Imeis: '' } }, { 'accept-language': 'sv' });
  const lines = raw.toString().split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.split(';')[5])).toEqual([
    'Kördes',
    'Ingen körning',
    'Lämnades tillbaka 10:30',
    'Pågår',
    'Bokat',
  ]);
});
