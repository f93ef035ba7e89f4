import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type AccountId, setAccount } from '../ctx.ts';
import { makeAccount, makeMember, makeUnit, testDatabase } from '../../testing/database.ts';
import { connectClient } from './database.ts';

const database = await testDatabase();
afterAll(() => database.close());

test('SEC-008: no role that serves is a superuser, passes row-level security or owns a table', async () => {
  const { rows } = await sql<{
    rolname: string;
    rolsuper: boolean;
    rolbypassrls: boolean;
    rolcreaterole: boolean;
    rolreplication: boolean;
  }>`
    SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolreplication FROM pg_roles WHERE rolname LIKE 'spora%' ORDER BY rolname`.execute(
    database.owner,
  );
  expect(rows.map((row) => row.rolname)).toEqual(['spora_api', 'spora_owner', 'spora_pipeline']);
  for (const row of rows)
    expect(row).toMatchObject({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolreplication: false });
  for (const handle of [database.api, database.pipeline]) {
    const { rows: owned } = await sql`SELECT relname FROM pg_class WHERE relowner = current_user::regrole`.execute(handle);
    expect(owned).toEqual([]);
  }
  const members =
    await sql`SELECT roleid::regrole, member::regrole FROM pg_auth_members WHERE member::regrole::text LIKE 'spora%'`.execute(
      database.owner,
    );
  expect(members.rows).toEqual([]);
});

test('SEC-008: the interface sees no row of any tenant table without an account set, and only its own with one', async () => {
  const mine = await makeAccount(database);
  const other = await makeAccount(database);
  for (const accountId of [mine, other]) {
    await makeMember(database, { accountId });
    await makeUnit({ ...database }, { accountId });
  }
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND has_table_privilege('spora_api', c.oid, 'SELECT')
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'account_id')`.execute(database.owner);
  expect(tables.length).toBeGreaterThan(8);
  for (const { name } of [...tables, { name: 'account' }]) {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(database.api);
    expect([name, rows[0]?.n]).toEqual([name, 0]);
  }
  const seen = await database.api.transaction().execute(async (tx) => {
    await setAccount(tx, mine);
    return tx.selectFrom('unit').select(['account_id']).execute();
  });
  expect(seen).toEqual([{ account_id: mine }]);
  expect(await database.api.selectFrom('unit').select('id').execute()).toEqual([]);
});

test('SEC-008: the interface cannot write a row into another account', async () => {
  const [mine, other] = [await makeAccount(database), await makeAccount(database)];
  const writing = database.api.transaction().execute(async (tx) => {
    await setAccount(tx, mine);
    await tx.insertInto('unit').values({ account_id: other, name: 'Smuggled' }).execute();
  });
  await expect(writing).rejects.toThrow(/row-level security/);
});

test('every table that carries an account forces row-level security, also upon its owner', async () => {
  const { rows } = await sql<{ relname: string }>`
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`.execute(
    database.owner,
  );
  expect(rows, "their migration lacks CALL protect_tenant_table('...')").toEqual([]);
});

test('large integers and decimals come as numbers, days as text', async () => {
  const { rows } =
    await sql`SELECT 9007199254740991::bigint AS big, 1.250::numeric AS decimal, '2026-03-29'::date AS day`.execute(database.api);
  expect(rows).toEqual([{ big: 9007199254740991, decimal: 1.25, day: '2026-03-29' }]);
});

test('the account set for one transaction is gone in the next on the same connection', async () => {
  await database.api.connection().execute(async (connection) => {
    await connection.transaction().execute((tx) => setAccount(tx, 1 as AccountId));
    const { rows } = await sql<{ id: number | null }>`SELECT current_account_id() AS id`.execute(connection);
    expect(rows).toEqual([{ id: null }]);
  });
});

test('SEC-004: what opens a sign-in is hidden from gateway, projector and worker, who face trackers and mail servers', async () => {
  for (const column of [
    'member.password_hash',
    'session.token_hash',
    'trusted_browser.token_hash',
    'password_reset.token_hash',
    'sign_in_code.code_hash',
  ]) {
    const [table = '', name = ''] = column.split('.');
    const read = sql`SELECT ${sql.ref(name)} FROM ${sql.table(table)}`.execute(database.pipeline);
    await expect(read, column).rejects.toThrow(/permission denied/);
  }
});

test('12-A7: a connection of a command that the server ends between two queries fails the next one and not the process', async () => {
  const client = await connectClient({ connectionString: database.urls.pipeline });
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  const superuser = await connectClient({ connectionString: database.superuserUrl });
  await superuser.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await superuser.end();
  await ended;
  await expect(client.query('SELECT 1')).rejects.toThrow();
});
