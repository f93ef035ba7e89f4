import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { exportOwnData, exportPersonData } from '@spora/contract/accounts/settings';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const filesOf = (raw: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(raw)).map(([name, bytes]) => [name, strFromU8(bytes)]));

/** Two drives of one errand, the second merged into the first. */
async function driven(type: 'business' | 'private' = 'business') {
  const accountId = await makeAccount(app.database);
  const asAnna = await app.signInAs(await makeMember(app.database, { accountId }));
  const bo = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Bo Ek' });
  const { unitId } = await makeUnit(app.database, { accountId, name: 'Bil 1', visibleTo: [bo.id] });
  const of = { accountId, unitId };
  await makeTrip(app.database, of, { start: '2026-03-10T08:00:00Z', minutes: 30, distanceM: 12_000, driver: bo.id, type });
  await makeTrip(app.database, of, { start: '2026-03-10T08:40:00Z', minutes: 20, distanceM: 1000, driver: bo.id, type });
  const [first, second] = await owner
    .selectFrom('trip')
    .select('id')
    .where('unit_id', '=', unitId)
    .orderBy('started_at')
    .execute();
  const change = (id: number, to: { purpose?: string; note?: string; stop_address?: string; merged_into_id?: number }) =>
    owner.updateTable('trip').set(to).where('id', '=', id).execute();
  await change(first!.id, { purpose: 'Leverans', stop_address: 'Kontoret' });
  await change(second!.id, { note: 'hämtade pumpen', stop_address: 'Lagret', merged_into_id: first!.id });
  return { accountId, unitId, bo, asAnna, asBo: await app.signInAs(bo) };
}

test('SEC-015, TRIP-007: trips that were merged are one, as in the log', async () => {
  const { asBo, asAnna, bo } = await driven();
  for (const { raw } of [await asBo.call(exportOwnData), await asAnna.call(exportPersonData, { params: { id: bo.id } })]) {
    const trips = JSON.parse(filesOf(raw)['trips.json']!) as object[];
    expect(trips).toHaveLength(1);
    expect(trips).toMatchObject([
      {
        started_at: '2026-03-10T08:00:00.000Z',
        ended_at: '2026-03-10T09:00:00.000Z',
        stop_address: 'Lagret',
        distance_m: 13_000,
        purpose: 'Leverans',
        note: 'hämtade pumpen',
      },
    ]);
  }
});

test('TRIP-032: of merged private trips an administrator is told no more than of one', async () => {
  const { asAnna, bo } = await driven('private');
  const files = filesOf((await asAnna.call(exportPersonData, { params: { id: bo.id } })).raw);
  const trips = JSON.parse(files['trips.json']!) as object[];
  expect(trips).toMatchObject([{ ended_at: '2026-03-09T23:00:00.000Z', distance_m: 13_000, stop_address: null, purpose: '' }]);
  expect(Object.values(files).join('')).not.toMatch(/pumpen|Lagret|T08:40|T09:00/);
});

test('SEC-015: every list opens in a spreadsheet, with local time and headings, without the numbers that only programs join by', async () => {
  const { accountId, unitId, bo, asBo } = await driven();
  await sql`INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, old_value, value, actor_member_id, at)
    VALUES (${accountId}, ${unitId}, '2026-03-10T08:10:00Z', 'note', 'hos mormor', 'hos "farmor"; sedan', ${bo.id}, '2026-03-11T08:00:00Z')`.execute(
    owner,
  );
  await sql`INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at, admin_attested_by, note) VALUES (${accountId},
    ${unitId}, '2026-02-01', '2026-02-28', '2026-03-02T08:00:00Z', ${bo.id}, '=1+1')`.execute(owner);
  const files = filesOf((await asBo.call(exportOwnData, {}, { 'accept-language': 'sv' })).raw);
  const lists = Object.keys(files).filter((name) => /^tables.*json$/.test(name));
  expect(lists.length).toBeGreaterThan(2);
  expect(lists.filter((name) => !files[name.replace('json', 'csv')])).toEqual([]);
  const list = (name: string) => files[`tables/${name}.csv`]!.replace('\ufeff', '').split('\r\n');
  expect(list('trip_edit')).toEqual([
    'Tid;Tidpunkt i resan;Enhet;Av;Fält;Före;Värde',
    '2026-03-11 09:00;2026-03-10 09:10;Bil 1;Bo Ek;note;hos mormor;"hos ""farmor""; sedan"',
    '',
  ]);
  expect(list('attestation')[1]).toBe("Bil 1;2026-02-01;2026-02-28;2026-03-02 09:00;Bo Ek;;'=1+1");
  const text = files['LASMIG.txt']!;
  expect(text).toMatch(/tables\/attestation\.csv: månader/);
  expect(text).toContain('tables/attestation.json: samma sak, för program');
  // What is said of fields is said of files that are there.
  expect(text).toContain('session: is_pending');
  expect(text).not.toMatch(/eco-driving-events|toll-passages|per_10km/);
});
