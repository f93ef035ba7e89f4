import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAccount, testDatabase } from '../../testing/database.ts';
import { writeAudit } from './audit.ts';

const database = await testDatabase();
afterAll(() => database.close());

const LONG_AGO = new Date('2020-05-01T12:00:00Z');
let accountId = await makeAccount(database);
beforeEach(async () => {
  accountId = await makeAccount(database);
});
const written = () =>
  database.owner.selectFrom('audit_entry').select(['at', 'subject']).where('account_id', '=', accountId).orderBy('id').execute();
const old = () =>
  database.owner
    .insertInto('audit_entry')
    .values({ account_id: accountId, at: LONG_AGO, actor_kind: 'system', action: 'registered' })
    .execute();
const entry = (at: Date) => ({ accountId, at, actor: { kind: 'system' }, action: 'registered' }) as const;

test('12-A9: no line of the audit log is dated before it was written, whichever of the roles that serve writes it', async () => {
  const before = Date.now();
  for (const db of [database.api, database.pipeline]) await writeAudit(db, entry(LONG_AGO));
  await sql`SELECT write_support_audit(${accountId}, ${LONG_AGO}, 'Staff', 'support-viewed', '', '{}')`.execute(database.api);
  const rows = await written();
  expect(rows).toHaveLength(3);
  for (const { at } of rows) expect(new Date(at).getTime()).toBeGreaterThan(before - 60_000);
});

test('12-A9: nobody writes, changes, empties or deletes lines of the audit log by hand, the owner of the database neither', async () => {
  await writeAudit(database.pipeline, entry(new Date()));
  for (const db of [database.api, database.pipeline])
    for (const statement of [
      sql`INSERT INTO audit_entry (account_id, at, actor_kind, action) VALUES (${accountId}, now(), 'system', 'registered')`,
      sql`UPDATE audit_entry SET subject = 'x'`,
      sql`DELETE FROM audit_entry`,
      sql`TRUNCATE audit_entry`,
      sql`DELETE FROM audit_forgotten`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/permission denied/);
  for (const statement of [sql`UPDATE audit_entry SET subject = 'x'`, sql`DELETE FROM audit_entry`, sql`TRUNCATE audit_entry`])
    await expect(statement.execute(database.owner)).rejects.toThrow('the audit log only grows');
  expect(await written()).toHaveLength(1);
});

test('12-A9, CONST-060: forgetting takes only what is older than it is kept, whatever moment is given, and leaves a line', async () => {
  await old();
  await writeAudit(database.pipeline, entry(new Date()));
  await sql`SELECT forget_audit('2199-01-01')`.execute(database.pipeline);
  expect(await written()).toHaveLength(1);
  const lines = await database.owner.selectFrom('audit_forgotten').select(['entries', 'newest', 'accounts', 'done_by']).execute();
  expect(lines).toEqual([{ entries: 1, newest: LONG_AGO, accounts: 1, done_by: 'spora_pipeline' }]);
  await sql`SELECT forget_audit(now())`.execute(database.pipeline);
  expect(await database.owner.selectFrom('audit_forgotten').select('id').execute()).toHaveLength(1);
  await expect(sql`DELETE FROM audit_forgotten`.execute(database.owner)).rejects.toThrow('the audit log only grows');
  await expect(sql`SELECT forget_audit(now())`.execute(database.api)).rejects.toThrow(/permission denied/);
});
