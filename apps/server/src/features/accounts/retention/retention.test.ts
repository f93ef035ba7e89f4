import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { getRetention, previewRetention, setRetention } from '@spora/contract/accounts/settings';
import { columnsOf } from '@spora/telemetry/columns';
import { digestOf } from '@spora/telemetry/record-set';
import { encodeMergedSegment } from '@spora/telemetry/segment';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { makeRecords } from '../../../testing/tracker.ts';
import { nextErasure } from './rules.ts';

const app = await testApp({ env: { MAX_POSITION_MONTHS: '12' } });
afterAll(() => app.close());
const { owner } = app.database;
app.clock.now = new Date('2026-06-15T10:00:00Z');
await sql`SELECT ensure_segment_partitions('2026-01-01', '2026-07-01')`.execute(app.database.pipeline);

async function newAccount() {
  const accountId = await makeAccount(app.database);
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const driver = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  return { accountId, admin, driver, ...(await makeUnit(app.database, { accountId })) };
}
const report = async (trackerId: number, seq: number, n: number, at: string) => {
  const columns = columnsOf(makeRecords(n, Date.parse(at)));
  await owner
    .insertInto('position_segment')
    .values({
      tracker_id: trackerId,
      seq,
      t0: new Date(columns.timeMs[0]!),
      t1: new Date(columns.timeMs[n - 1]!),
      n,
      digest: Buffer.from(digestOf(columns)),
      data: Buffer.from(encodeMergedSegment(columns)),
    })
    .execute();
};
const trip = ({ accountId, unitId }: { accountId: number; unitId: number }, type: string, at: string) =>
  sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule, computed_type,
      computed_rule, algorithm_version, route)
    VALUES (${accountId}, ${unitId}, ${at}, ${at}::timestamptz + interval '10 minutes', false, 1200, 'positions', 50, 'still', ${type}, 'default', 1, '\\x00')`.execute(
    owner,
  );

test('ADM-021, CONST-060: positions are kept for 3 months and those of private trips for 1, the log for 7 years, unless the account says otherwise', async () => {
  const { admin } = await newAccount();
  expect((await admin.call(getRetention)).data).toEqual({
    position_months: 3,
    private_position_months: 1,
    position_months_max: 12,
    log_years: 7,
    audit_months: 12,
    delivery_log_days: 90,
  });
});

test('ADM-021: 1 to 24 months, private trips never longer than the others, nothing longer than the installation keeps it', async () => {
  const { admin, driver, accountId } = await newAccount();
  const set = (position_months: number, private_position_months: number) =>
    admin.call(setRetention, { body: { position_months, private_position_months } });
  for (const months of [0, 25, 1.5])
    expect((await set(months, 1)).errors, String(months)).toMatchObject({ position_months: ['InvalidMonths'] });
  expect((await set(2, 3)).errors).toEqual({ private_position_months: ['PrivateKeptLonger'] });
  expect(await set(13, 1)).toMatchObject({ status: 422, errors: 'KeptTooLong' });
  expect((await set(12, 12)).status).toBe(200);
  expect((await set(1, 1)).status).toBe(200);
  expect((await driver.call(setRetention, { body: { position_months: 3, private_position_months: 1 } })).status).toBe(403);
  const rows = await owner
    .selectFrom('audit_entry')
    .select('details')
    .where('account_id', '=', accountId)
    .where('action', '=', 'retention-changed')
    .orderBy('id')
    .execute();
  expect(rows.at(-1)?.details).toEqual({
    position_months: 1,
    private_position_months: 1,
    position_months_before: 12,
    private_position_months_before: 12,
  });
});

test('ADM-021: before it is saved the account is told from which days on, how many reports and how many routes the next night takes', async () => {
  const account = await newAccount();
  await report(account.trackerId, 1, 7, '2026-03-20T10:00:00Z');
  await report(account.trackerId, 2, 5, '2026-04-25T10:00:00Z');
  await report(account.trackerId, 3, 3, '2026-06-14T10:00:00Z');
  await trip(account, 'business', '2026-03-20T10:00:00Z');
  await trip(account, 'private', '2026-04-25T10:00:00Z');
  await trip(account, 'business', '2026-04-26T10:00:00Z');
  const preview = async (position_months: number, private_position_months: number) =>
    (await account.admin.call(previewRetention, { query: { position_months, private_position_months } })).data;
  expect(await preview(2, 1)).toEqual({
    erased_at: '2026-06-16T01:53:00.000Z',
    positions_before: '2026-04-16',
    private_positions_before: '2026-05-16',
    records: 7,
    routes: 2,
    private_trips: 1,
  });
  expect(await preview(3, 3)).toMatchObject({ records: 0, routes: 0, private_trips: 0, positions_before: '2026-03-16' });
  expect(await preview(1, 1)).toMatchObject({ records: 12, routes: 3, private_trips: 0 });
  const other = await newAccount();
  expect(
    (await other.admin.call(previewRetention, { query: { position_months: 1, private_position_months: 1 } })).data,
  ).toMatchObject({ records: 0, routes: 0, private_trips: 0 });
});

test('ADM-021: the night’s work begins at 01:53 UTC, today or tomorrow', () => {
  expect(nextErasure(new Date('2026-06-15T01:52:59Z')).toISOString()).toBe('2026-06-15T01:53:00.000Z');
  expect(nextErasure(new Date('2026-06-30T01:53:00Z')).toISOString()).toBe('2026-07-01T01:53:00.000Z');
});
