import { hardwareOf } from '@spora/protocols/list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { assertMigrated, listedMigrations, migrate, type Migration } from './migrate.ts';
import { makeAccount, makeMember, makeUnit, testDatabase, type TestDatabase } from '../../testing/database.ts';

let database: TestDatabase;
let listed: Migration[];
beforeAll(async () => {
  database = await testDatabase({ template: null });
  listed = await listedMigrations();
});
afterAll(() => database.close());

test('two programs that migrate an empty database at once both end well, and each migration ran once', async () => {
  const ran = await Promise.all([migrate(database.urls.owner), migrate(database.urls.owner)]);
  expect(ran.flat()).toEqual(listed.map(({ name }) => name));
  await expect(assertMigrated(database.api)).resolves.toBeUndefined();
});

test('a migration that was edited after it ran is refused; other line ends are no edit', async () => {
  const edited = listed.map((migration) => ({ ...migration, sql: `${migration.sql}-- later\n` }));
  await expect(migrate(database.urls.owner, edited)).rejects.toThrow(/has been edited/);
  const windows = listed.map((migration) => ({ ...migration, sql: migration.sql.replaceAll('\n', '\r\n') }));
  await expect(migrate(database.urls.owner, windows)).resolves.toEqual([]);
});

test('a database of another version is refused', async () => {
  await expect(migrate(database.urls.owner, [])).rejects.toThrow(/another version of Spora/);
});

test('a migration that fails leaves nothing behind and can be run again when mended', async () => {
  const broken = { name: '9999-broken.sql', sql: 'CREATE TABLE half (id int); SELECT 1/0;' };
  await expect(migrate(database.urls.owner, [...listed, broken])).rejects.toThrow('9999-broken.sql failed: division by zero');
  const { rows } = await sql`SELECT to_regclass('half') AS half`.execute(database.owner);
  expect(rows).toEqual([{ half: null }]);
  await expect(migrate(database.urls.owner, [...listed, { ...broken, sql: 'SELECT 1' }])).resolves.toEqual(['9999-broken.sql']);
});

test('a process that may not migrate says which migrations are missing', async () => {
  const empty = await testDatabase({ template: null });
  try {
    await migrate(empty.urls.owner, []);
    await expect(assertMigrated(empty.pipeline)).rejects.toThrow(/lacks the migrations 0001-foundation\.sql.*db:migrate/);
  } finally {
    await empty.close();
  }
});

test('a database that has worked with the first migration is brought to the newest, and its people sign in as before', async () => {
  const lived = await testDatabase({ template: null });
  try {
    await migrate(lived.urls.owner, listed.slice(0, 1));
    const { owner } = lived;
    const accountId = await makeAccount(lived, { name: 'Before' });
    const member = await makeMember(lived, { accountId, email: 'Anna@Before.test' });
    const { unitId, imei } = await makeUnit(lived, { accountId });
    const now = new Date('2026-03-15T12:00:00Z');
    const until = new Date('2026-04-01T12:00:00Z');
    const token = Buffer.from('a token');
    await sql`SELECT open_session(${member.id}, ${token}, true, 'before', ${now}, ${until})`.execute(lived.api);
    await owner
      .insertInto('sign_in_failure')
      .values({ key_hash: Buffer.from('x'), at: now })
      .execute();

    expect(await migrate(lived.urls.owner)).toEqual(listed.slice(1).map(({ name }) => name));
    const { rows: sessions } = await sql`
      SELECT member_id, real_time_map FROM use_session(${token}, ${now}, interval '12 hours')`.execute(lived.api);
    expect(sessions, 'the session goes on').toEqual([{ member_id: member.id, real_time_map: true }]);
    const { rows: candidates } = await sql`
      SELECT member_id, disabled, closed, two_factor FROM find_member_for_sign_in('anna@before.test')`.execute(lived.api);
    expect(candidates).toEqual([{ member_id: member.id, disabled: false, closed: false, two_factor: false }]);
    expect(await owner.selectFrom('unit').select('subscription_type').where('id', '=', unitId).execute()).toEqual([
      { subscription_type: 'Standard' },
    ]);
    const { rows: faults } = await sql`SELECT stock_fault(${imei}, 0::smallint, ${now}) AS fault`.execute(lived.api);
    expect(faults, 'nobody else registers a unit that is in use').toEqual([{ fault: 'ImeiNumberError' }]);
    await owner
      .insertInto('stock_unit')
      .values({ imei, ...hardwareOf() })
      .execute();
    const { rows: stocked } = await sql`SELECT stock_fault(${imei}, 0::smallint, ${now}) AS fault`.execute(lived.api);
    expect(stocked).toEqual([{ fault: 'ImeiInUse' }]);
    expect(await owner.selectFrom('account').select(['kind', 'alert_language', 'closed_at']).execute()).toEqual([
      { kind: 'company', alert_language: 'sv', closed_at: null },
    ]);
  } finally {
    await lived.close();
  }
});
