import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { exportOwnData, exportPersonData } from '@spora/contract/accounts/settings';
import { savePreferences } from '@spora/contract/users/endpoints';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { personalTables } from './read-model.ts';
import { fileKeyOf } from './readme-rules.ts';

const app = await testApp();
afterAll(() => app.close());
const filesOf = (raw: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(raw)).map(([name, bytes]) => [name, strFromU8(bytes)]));

test('SEC-015: a text says in the language of whoever asks what each file is, each column of the trips and how fields are read', async () => {
  const accountId = await makeAccount(app.database);
  const asAnna = await app.signInAs(await makeMember(app.database, { accountId }));
  const bo = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Bo Ek' });
  const asBo = await app.signInAs(bo);
  const unit = await makeUnit(app.database, { accountId, visibleTo: [bo.id] });
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: '2026-03-10T08:00:00Z', driver: bo.id });
  await asBo.call(savePreferences, { body: { preferences: { theme: 'dark' } } });
  const files = filesOf((await asBo.call(exportOwnData, {}, { 'accept-language': 'sv' })).raw);
  // Every program that unpacks it writes such a name as it is.
  expect(Object.keys(files).filter((name) => !/^[\x20-\x7e]+$/.test(name))).toEqual([]);
  const text = files['LASMIG.txt']!;
  expect(text).toContain('Bo Ek, ');
  for (const name of Object.keys(files).filter((each) => each !== 'LASMIG.txt'))
    expect(text.split('\r\n'), name).toContainEqual(expect.stringMatching(new RegExp(`^${name.replaceAll('.', '\\.')}: \\S`)));
  const [trip] = JSON.parse(files['trips.json']!) as object[];
  expect(Object.keys(trip!)).toHaveLength(18);
  for (const field of Object.keys(trip!)) expect(text, field).toMatch(new RegExp(`\r\n${field}: \\S`));
  expect(text).toContain('trips.json: samma sak, för program');
  expect(text).not.toContain('tables/webhook.json');
  expect(text).not.toContain('administratör');
  const forAnna = filesOf((await asAnna.call(exportPersonData, { params: { id: bo.id } }, { 'accept-language': 'en' })).raw);
  expect(forAnna['README.txt']).toContain('Fetched by an administrator');
});

test('SEC-015: of every table that names people it is written what it holds', async () => {
  const tables = await personalTables(app.database.api, ['member', 'trip', 'refuelling']);
  expect(tables.length).toBeGreaterThan(40);
  const unsaid = tables.filter(({ name }) => fileKeyOf(`tables/${name}.json`) === undefined);
  expect(unsaid, 'they lack a text PersonalTable-... in messages/src/personal-data').toEqual([]);
});
