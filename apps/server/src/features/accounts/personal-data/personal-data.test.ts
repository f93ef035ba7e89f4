import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { exportOwnData, exportPersonData } from '@spora/contract/accounts/settings';
import { savePreferences } from '@spora/contract/users/endpoints';
import { encodeRoute } from '@spora/telemetry/route';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { withoutSecrets } from './rules.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const route = Buffer.from(
  encodeRoute([
    [
      { timeMs: 0, lat: 59.5, lon: 18.25, speedKmh: 30 },
      { timeMs: 60_000, lat: 59.75, lon: 18.25, speedKmh: 30 },
    ],
  ]),
);

async function newAccount() {
  const accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  const anna = await makeMember(app.database, { accountId, fullName: 'Anna' });
  const bo = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Bo Ek', passwordHash: 'stored-hash' });
  const { unitId } = await makeUnit(app.database, { accountId, name: 'Bil 1', visibleTo: [bo.id] });
  for (const [type, place, day] of [
    ['business', 'Kontoret', '01'],
    ['private', 'Hemma hos Bo', '02'],
  ]) {
    await sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule,
        computed_type, computed_rule, algorithm_version, computed_driver_id, route, start_address, stop_address, purpose, project, visited, passengers, odometer_explanation)
      VALUES (${accountId}, ${unitId}, ${`2026-09-${day}T08:00:00Z`}, ${`2026-09-${day}T09:00:00Z`}, false, 12345, 'positions', 50, 'still',
        ${type}, 'default', 1, ${bo.id}, ${route}, ${place}, ${place}, '=1+1', ${`projekt ${place}`}, ${`besökt ${place}`},
        ${JSON.stringify([{ member_id: null, name: `Kim från ${place}` }])}::jsonb, ${JSON.stringify({ reason: 'ferry', note: `från ${place}`, gap_m: 900 })}::jsonb)`.execute(
      owner,
    );
    await sql`INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, value, actor_member_id, at)
      VALUES (${accountId}, ${unitId}, ${`2026-09-${day}T08:30:00Z`}, 'note', ${`anteckning ${place}`}, ${bo.id}, now())`.execute(
      owner,
    );
  }
  return { accountId, anna, bo, asAnna: await app.signInAs(anna), asBo: await app.signInAs(bo) };
}
const filesOf = (raw: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(raw)).map(([name, bytes]) => [name, strFromU8(bytes)]));

test('SEC-015: a driver gets all that is stored of him: who he is, trips with their routes, edits, sign-ins, settings and what he is named in', async () => {
  const { asBo, bo, accountId } = await newAccount();
  await asBo.call(savePreferences, { body: { preferences: { theme: 'dark' } } });
  const answer = await asBo.call(exportOwnData);
  expect(answer.headers['content-type']).toBe('application/zip');
  const files = filesOf(answer.raw);
  expect(JSON.parse(files['person.json']!)).toMatchObject({
    full_name: 'Bo Ek',
    first_name: 'Bo',
    last_name: 'Ek',
    email: bo.email,
    account: 'Åkeriet AB',
  });
  expect(files['trips.csv']).toContain('Hemma hos Bo');
  expect(files['trips.csv']).toContain("'=1+1");
  for (const said of ['projekt', 'besökt', 'Kim från', 'ferry: från'])
    expect(files['trips.csv']).toContain(`${said} Hemma hos Bo`);
  const { features } = JSON.parse(files['routes.geojson']!) as { features: { geometry: { coordinates: number[][][] } }[] };
  expect(features).toHaveLength(2);
  expect(features[0]!.geometry.coordinates[0]![0]).toEqual([18.25, 59.5]);
  const tables = Object.keys(files).filter((name) => name.startsWith('tables/'));
  for (const table of ['session', 'member_setting', 'trip_edit', 'unit_access'])
    expect(tables, table).toContain(`tables/${table}.json`);
  expect(files['tables/trip_edit.json']).toContain('anteckning Hemma hos Bo');
  expect(Object.values(files).join('')).not.toMatch(/stored-hash|token_hash|password_hash/);
  const audit = await owner
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'actor_member_id'])
    .where('account_id', '=', accountId)
    .where('action', '=', 'data-exported')
    .execute();
  expect(audit).toEqual([{ action: 'data-exported', subject: 'Bo Ek', actor_member_id: bo.id }]);
});

test('SEC-015, TRIP-032: an administrator gets it too, but not where private trips went nor what was written on them', async () => {
  const { asAnna, bo } = await newAccount();
  const files = filesOf((await asAnna.call(exportPersonData, { params: { id: bo.id } })).raw);
  expect(files['trips.csv']).toContain('Kontoret');
  expect(files['trips.json']).toContain('12345');
  for (const said of ['projekt', 'besökt', 'Kim från', 'ferry: från']) expect(files['trips.csv']).toContain(`${said} Kontoret`);
  expect((JSON.parse(files['routes.geojson']!) as { features: unknown[] }).features).toHaveLength(1);
  expect(Object.values(files).join('')).not.toContain('Hemma hos Bo');
});

test('TRIP-032, LOCK-005, UNIT-018: the file an administrator asks for shows no more than the trip log does: a private trip by its day, no hidden speed, and nothing of a unit that a lock keeps from them', async () => {
  const { accountId, asAnna, asBo, bo } = await newAccount();
  const read = async () => filesOf((await asAnna.call(exportPersonData, { params: { id: bo.id } })).raw);
  const own = async () => filesOf((await asBo.call(exportOwnData)).raw);
  const lineOf = (files: Record<string, string>, type: string) =>
    files['trips.csv']!.split('\r\n').find((line) => line.includes(`,${type},`));
  const jsonOf = (files: Record<string, string>, type: string) =>
    (JSON.parse(files['trips.json']!) as { type: string }[]).find((trip) => trip.type === type);
  expect(lineOf(await read(), 'Private')).toMatch(/^2026-09-02,,Bil 1,.*,12\.3,,Private,/);
  const day = '2026-09-01T22:00:00.000Z';
  expect(jsonOf(await read(), 'private')).toMatchObject({
    started_at: day,
    ended_at: day,
    max_speed_kmh: null,
    stop_address: null,
  });
  expect((await read())['tables/trip_edit.json']).not.toContain('2026-09-02T08:30');
  expect(lineOf(await own(), 'Private')).toContain('2026-09-02 10:00,2026-09-02 11:00');
  expect(jsonOf(await own(), 'private')).toMatchObject({ started_at: '2026-09-02T08:00:00.000Z', max_speed_kmh: 50 });

  await owner.updateTable('unit').set({ hides_speed: true }).where('account_id', '=', accountId).execute();
  for (const files of [await read(), await own()]) {
    expect(lineOf(files, 'Business')).not.toContain(',50,');
    expect(jsonOf(files, 'business')).toMatchObject({ max_speed_kmh: null });
  }

  await owner
    .updateTable('unit')
    .set({ locked_at: new Date(), locked_by_member_id: bo.id })
    .where('account_id', '=', accountId)
    .execute();
  const locked = await read();
  expect(Object.values(locked).join('')).not.toContain('Kontoret');
  expect((JSON.parse(locked['routes.geojson']!) as { features: unknown[] }).features).toEqual([]);
  expect(Object.keys(locked)).not.toContain('tables/trip_edit.json');
  expect((await own())['trips.csv']).toContain('Kontoret');
});

test('SEC-015, REP-007: what people read is in their language, by the account’s clocks and as their spreadsheet wants it', async () => {
  const account = await newAccount();
  await leaveTraces(account);
  await owner.updateTable('account').set({ other_trip_type: 'Jour' }).where('id', '=', account.accountId).execute();
  await owner
    .updateTable('trip')
    .set({ computed_type: 'other', odometer_explanation: JSON.stringify({ reason: 'power-lost', note: 'säkring' }) })
    .where('account_id', '=', account.accountId)
    .where('computed_type', '=', 'business')
    .execute();
  const { raw } = await account.asBo.call(exportOwnData, {}, { 'accept-language': 'sv' });
  const files = filesOf(raw);
  const [head, ...lines] = files['trips.csv']!.trim().split('\r\n');
  expect([...unzipSync(raw)['trips.csv']!.slice(0, 3)], 'the mark of UTF-8').toEqual([0xef, 0xbb, 0xbf]);
  // A trip's number is for programs: a spreadsheet rounds what is as long.
  expect(head!.split(';').slice(0, 4)).toEqual(['Start', 'Stopp', 'Enhet', 'Registreringsnummer']);
  expect(lines.map((line) => line.split(';').filter((_, cell) => [0, 1, 9, 11, 16].includes(cell)))).toEqual([
    ['2026-09-01 10:00', '2026-09-01 11:00', '12,3', 'Jour', expect.stringMatching(/: säkring$/)],
    ['2026-09-02 10:00', '2026-09-02 11:00', '12,3', 'Privat', 'ferry: från Hemma hos Bo'],
  ]);
  expect(files['refuelling.csv']).toMatch(/^\d+;2026-09-01 10:30;Bil 1;Diesel;40,00;l;;;;Macken;$/m);
});

/** What the trip log keeps of Bo besides his trips, as he leaves it behind. */
async function leaveTraces({ accountId, anna, bo }: Awaited<ReturnType<typeof newAccount>>): Promise<void> {
  const { id: unitId } = await owner
    .selectFrom('unit')
    .where('account_id', '=', accountId)
    .select('id')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO refuelling (account_id, unit_id, at, fuel_type, amount, station, member_id, created_at,
      changed_at) VALUES (${accountId}, ${unitId}, '2026-09-01T08:30:00Z', 'diesel', 40, 'Macken', ${bo.id}, now(), now()) RETURNING id`.execute(
    owner,
  );
  await sql`INSERT INTO refuelling_receipt (account_id, refuelling_id, content_type, data) VALUES (${accountId}, ${rows[0]!.id}, 'image/png',
    ${Buffer.from('kvittot')})`.execute(owner);
  for (const [name, by, to] of [
    ['Bos veckologg', bo.id, anna.id],
    ['Annas logg till Bo', anna.id, bo.id],
  ] as const)
    await sql`INSERT INTO export_schedule (account_id, member_id, name, every, format, recipient_ids, language, filter, next_on, changed_at)
      VALUES (${accountId}, ${by}, ${name}, 'week', 'csv', ${[to]}::bigint[], 'sv', '{}', '2026-12-01', now())`.execute(owner);
  await sql`INSERT INTO trip_calendar (account_id, member_id, token_hash, created_at) VALUES (${accountId}, ${bo.id},
    ${Buffer.from(`hemligt-${bo.id}`)}, now())`.execute(owner);
  await sql`INSERT INTO exported_file (account_id, member_id, at, kind, name, sha256, bytes) VALUES (${accountId}, ${bo.id}, now(), 'csv',
    'bos-korjournal.csv', '\\x00', 1)`.execute(owner);
  await sql`INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at, admin_attested_by, note) VALUES (${accountId},
    ${unitId}, '2026-08-01', '2026-08-31', now(), ${bo.id}, 'attesterat av Bo')`.execute(owner);
  const { rows: tags } = await sql<{
    id: number;
  }>`INSERT INTO driver_tag (account_id, tag) VALUES (${accountId}, 'AB01') RETURNING id`.execute(owner);
  await sql`INSERT INTO driver_tag_link (account_id, tag_id, member_id, during, actor_member_id) VALUES (${accountId}, ${tags[0]!.id}, ${bo.id},
    '[2026-01-01,)', ${anna.id})`.execute(owner);
  await sql`INSERT INTO driver_event (account_id, unit_id, at, read_at, source, tag, recorded_at) VALUES (${accountId}, ${unitId},
    '2026-09-02T08:00:00Z', '2026-09-02T08:00:10Z', 'tag', 'AB01', '2026-09-02T08:00:10Z')`.execute(owner);
  await sql`INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, old_value, value, actor_member_id, at)
    VALUES (${accountId}, ${unitId}, '2026-09-02T08:30:00Z', 'note', 'hos mormor', '', ${bo.id}, now())`.execute(owner);
}

test('SEC-015, TRIP-035: the file holds what one filled with its receipts, one’s schedules and those sent to one, calendar, exported files, what one attested and one’s driver tag', async () => {
  const account = await newAccount();
  await leaveTraces(account);
  const files = filesOf((await account.asBo.call(exportOwnData)).raw);
  expect(files['refuelling.json']).toContain('Macken');
  expect(files['refuelling.csv']).toMatch(/^\d+,2026-09-01 10:30,Bil 1,Diesel,40\.00,l,,,,Macken,$/m);
  expect(Object.entries(files).find(([name]) => name.startsWith('receipts/'))?.[1]).toBe('kvittot');
  expect(files['tables/export_schedule.json']).toContain('Bos veckologg');
  expect(files['tables/export_schedule.json']).toContain('Annas logg till Bo');
  expect(files['tables/trip_calendar.json']).toContain('created_at');
  expect(files['tables/exported_file.json']).toContain('bos-korjournal.csv');
  expect(files['tables/attestation.json']).toContain('attesterat av Bo');
  expect(files['tables/driver_event.json']).toContain('2026-09-02T08:00:00');
  expect(files['tables/trip_edit.json']).toContain('hos mormor');
  expect(Object.values(files).join('')).not.toContain(Buffer.from('hemligt').toString('hex'));
});

test('SEC-015: beside each number of a unit or a user stands the name, and what is held so that nothing is done twice is in no file', async () => {
  const account = await newAccount();
  await leaveTraces(account);
  await sql`INSERT INTO idempotency (account_id, member_id, key, endpoint, request_hash, response) VALUES (${account.accountId},
    ${account.bo.id}, 'key-1', 'trips.edit', '\\x00', '{}')`.execute(owner);
  const files = filesOf((await account.asBo.call(exportOwnData)).raw);
  const rowsOf = (table: string) => JSON.parse(files[`tables/${table}.json`]!) as Record<string, unknown>[];
  expect(rowsOf('attestation')).toMatchObject([
    { unit_name: 'Bil 1', admin_attested_by: account.bo.id, admin_attested_by_name: 'Bo Ek' },
  ]);
  expect(rowsOf('driver_tag_link')).toMatchObject([{ member_name: 'Bo Ek', actor_member_name: 'Anna' }]);
  const sent = rowsOf('export_schedule').map((row) => row['recipient_names']);
  expect(sent.toSorted()).toEqual([['Anna'], ['Bo Ek']]);
  expect(Object.keys(files)).not.toContain('tables/idempotency.json');
  expect(Object.entries(files).find(([name]) => name.endsWith('.txt'))?.[1]).toContain('anchor_at: ');
});

test('SEC-015, TRIP-032: what an administrator gets of it tells neither what stood on a private trip before nor when its driver showed a tag', async () => {
  const account = await newAccount();
  await leaveTraces(account);
  const files = filesOf((await account.asAnna.call(exportPersonData, { params: { id: account.bo.id } })).raw);
  expect(files['tables/driver_event.json']).toContain('AB01');
  expect(files['refuelling.json']).toContain('Macken');
  expect(Object.values(files).join('')).not.toMatch(/hos mormor|2026-09-02T08/);
});

test('SEC-008: members ask for nobody else’s data, and an administrator for nobody’s of another account', async () => {
  const { asBo, anna, bo } = await newAccount();
  expect(await asBo.call(exportPersonData, { params: { id: anna.id } })).toMatchObject({ status: 403, errors: 'Forbidden' });
  const other = await newAccount();
  for (const id of [bo.id, 2 ** 40])
    expect(await other.asAnna.call(exportPersonData, { params: { id } })).toMatchObject({ status: 404, errors: 'UserNotFound' });
  expect(Object.values(filesOf((await other.asBo.call(exportOwnData)).raw)).join('')).not.toContain(bo.email);
});

test('SEC-015: what opens something is never handed out, whatever table it lies in', () => {
  expect(
    withoutSecrets({
      id: 1,
      token_hash: 'x',
      passwordHash: 'x',
      device_token: 'x',
      code: 'x',
      secret_key: 'x',
      postal_code: '1',
      empty: null,
    }),
  ).toEqual({ id: 1, postal_code: '1' });
});
