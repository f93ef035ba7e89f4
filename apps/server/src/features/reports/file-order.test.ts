import { exportReport, type ReportFormat } from '@spora/contract/reports/files';
import { summaryReport } from '@spora/contract/reports/endpoints';
import type { ReportId } from '@spora/contract/reports/tables';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';

const app = await testApp();
afterAll(() => app.close());
let admin: Caller;

beforeAll(async () => {
  app.clock.now = new Date('2026-04-20T10:00:00Z');
  const accountId = await makeAccount(app.database);
  const units = { A: [10, 40], B: [30, 5], C: [20, 0] } as const;
  for (const [name, [march, april]] of Object.entries(units)) {
    const unit = await makeUnit(app.database, { accountId, name });
    await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: '2026-03-10T08:00:00Z', distanceM: march * 1000 });
    if (april > 0)
      await makeTrip(
        app.database,
        { accountId, unitId: unit.unitId },
        { start: '2026-04-10T08:00:00Z', distanceM: april * 1000 },
      );
  }
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
});

const lines = async (report: ReportId, over: { sort?: string; to?: string } = {}): Promise<string[]> => {
  const query = { from: '2026-03-01', to: '2026-04-30', imeis: '', driver_ids: '', lang: 'sv' as const, ...over };
  const format: ReportFormat = 'csv';
  const { raw, status } = await admin.call(exportReport, { params: { report, format }, query });
  expect(status, raw.toString()).toBe(200);
  return raw.toString().replace('\ufeff', '').split('\r\n');
};
/** The units of a file and their months, as it has them one below the other. */
const order = async (report: ReportId, sort?: string): Promise<string> =>
  (await lines(report, sort === undefined ? {} : { sort }))
    .filter((line) => /^[ABC];/.test(line))
    .map((line) => `${line[0]!}${/2026-0(\d)/.exec(line)?.[1] ?? ''}`)
    .join(' ');

test('REP-015: the file of the summary has its units in the order of the page, the months of each together', async () => {
  expect(await order('summary')).toBe('A3 A4 B3 B4 C3');
  expect(await order('summary', '-name')).toBe('C3 B3 B4 A3 A4');
  expect(await order('summary', '-distance')).toBe('A3 A4 B3 B4 C3');
  expect(await order('summary', 'distance')).toBe('C3 B3 B4 A3 A4');
  expect(await order('summary', '-distance@2026-03'), 'by what a month came to').toBe('B3 B4 C3 A3 A4');
  expect(await order('summary', '-distance@business'), 'by a type of trip').toBe('A3 A4 B3 B4 C3');
  expect(await order('summary', '-weather'), 'what it cannot be sorted by').toBe('A3 A4 B3 B4 C3');
});

test('REP-015: so have the files of fuel and green driving', async () => {
  expect(await order('fuel', '-distance')).toBe('A3 A4 B3 B4 C3');
  expect(await order('fuel', 'distance')).toBe('C3 B3 B4 A3 A4');
  expect(await order('green-driving', 'distance')).toBe('C B A');
  expect(await order('green-driving', '-name')).toBe('C B A');
});

test('REP-009: the file says of the month that runs that its days so far are counted, as the page does', async () => {
  const told = 'I april 2026 räknas dagarna hittills.';
  expect(await lines('summary')).toContain(told);
  expect(await lines('summary', { to: '2026-03-31' })).not.toContain(told);
});

test('REP-009, TRIP-032: units without a trip in the period are named, as far as one sees them, and alike whether somebody drove privately', async () => {
  const accountId = await makeAccount(app.database);
  const driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag' });
  const [driven, still, gone, basic] = [
    await makeUnit(app.database, { accountId, name: 'Driven', visibleTo: [driver.id] }),
    await makeUnit(app.database, { accountId, name: 'Still' }),
    await makeUnit(app.database, { accountId, name: 'Gone' }),
    await makeUnit(app.database, { accountId, name: 'Basic' }),
  ];
  const { owner } = app.database;
  await owner.updateTable('unit').set({ retired_at: new Date() }).where('id', '=', gone.unitId).execute();
  await owner.updateTable('unit').set({ subscription_type: 'Bas' }).where('id', '=', basic.unitId).execute();
  await makeTrip(app.database, { accountId, unitId: driven.unitId }, { start: '2026-04-10T08:00:00Z' });
  const boss = await app.signInAs(await makeMember(app.database, { accountId }));
  const asDriver = await app.signInAs(driver);
  const without = async (caller: Caller, body: object = {}) =>
    (await caller.call(summaryReport, { body: { from: '2026-04-01', to: '2026-04-30', ...body } })).data!.without_trips.map(
      ({ name }) => name,
    );
  expect(await without(boss)).toEqual(['Still']);
  expect(await without(boss, { from: '2026-03-01', to: '2026-03-31' })).toEqual(['Driven', 'Still']);
  expect(await without(boss, { group_by: 'driver' })).toEqual([]);
  expect(await without(boss, { imeis: [driven.imei] })).toEqual([]);
  expect(await without(asDriver), 'what they do not see').toEqual([]);
  // Of today's private driving nobody else is told: it would tell that somebody drives just now.
  await makeTrip(
    app.database,
    { accountId, unitId: still.unitId },
    { start: '2026-04-20T08:00:00Z', type: 'private', driver: driver.id },
  );
  expect(await without(boss)).toEqual(['Still']);
});
