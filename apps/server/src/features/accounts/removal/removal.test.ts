import { DAY_MS } from '@spora/calendar/durations';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { askRemoval, getRemoval, undoRemoval } from '@spora/contract/accounts/settings';
import { me, signIn } from '@spora/contract/auth/endpoints';
import { columnsOf } from '@spora/telemetry/columns';
import { digestOf } from '@spora/telemetry/record-set';
import { encodeMergedSegment } from '@spora/telemetry/segment';
import type { AccountId, Ctx } from '../../../platform/ctx.ts';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp, testPorts } from '../../../testing/http.ts';
import { makeRecords } from '../../../testing/tracker.ts';
import { eraseDueAccounts } from './service.ts';
import { quickHash } from '../../../testing/auth.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
await sql`SELECT ensure_segment_partitions(now() - interval '40 days', now() + interval '40 days')`.execute(
  app.database.pipeline,
);

const PASSWORD = 'a good pass phrase';
const passwordHash = await quickHash(PASSWORD);
const START = new Date(app.clock.now);

async function newAccount(name = 'Åkeriet AB') {
  app.clock.now = START;
  const accountId = await makeAccount(app.database, { name });
  const anna = await makeMember(app.database, { accountId, fullName: 'Anna', passwordHash });
  const ove = await makeMember(app.database, { accountId, fullName: 'Ove', passwordHash });
  const driver = await makeMember(app.database, { accountId, isAdmin: false, passwordHash });
  const unit = await makeUnit(app.database, { accountId });
  return { accountId, anna, ove, driver, unit };
}
type Account = Awaited<ReturnType<typeof newAccount>>;
const asWorker: Ctx = {
  actor: { kind: 'system' },
  db: app.database.pipeline,
  now: () => new Date(app.clock.now),
  ports: testPorts(),
  log: pino({ level: 'silent' }),
};
const as = (member: { id: number }) => app.signInAs(member);
const ask = async (account: Account, password = PASSWORD) => (await as(account.anna)).call(askRemoval, { body: { password } });
const afterDays = (days: number) => void (app.clock.now = new Date(START.getTime() + days * DAY_MS));
const mailsOf = async (to: string) =>
  (await owner.selectFrom('mail').select('template').where('recipient', '=', to).orderBy('id').execute()).map(
    ({ template }) => template,
  );

const report = async (trackerId: number, seq: number, atMs: number, n = 5) => {
  const columns = columnsOf(makeRecords(n, atMs));
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
async function fill({ accountId, unit, driver }: Account) {
  await report(unit.trackerId, 1, START.getTime() - DAY_MS);
  await sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule,
      computed_type, computed_rule, algorithm_version, computed_driver_id)
    VALUES (${accountId}, ${unit.unitId}, ${new Date(START.getTime() - DAY_MS)}, ${new Date(START.getTime() - DAY_MS + 5000)}, false, 1,
      'positions', 1, 'still', 'business', 'default', 1, ${driver.id})`.execute(owner);
  await sql`INSERT INTO trip_under_way (trip_id, account_id, so_far_at, so_far_m, so_far_max_kmh)
    SELECT id, account_id, now(), 1, 1 FROM trip WHERE account_id = ${accountId} LIMIT 1`.execute(owner);
  await sql`INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, value, actor_member_id, at)
    VALUES (${accountId}, ${unit.unitId}, now(), 'note', 'x', ${driver.id}, now())`.execute(owner);
  await sql`INSERT INTO unit_access (account_id, member_id, unit_id) VALUES (${accountId}, ${driver.id}, ${unit.unitId})
    ON CONFLICT DO NOTHING`.execute(owner);
  await sql`INSERT INTO account_rate (account_id, kind, subject, amount, currency, valid_from, set_at)
    VALUES (${accountId}, 'fuel', 'diesel', 20, 'SEK', '2026-01-01', now())`.execute(owner);
  await sql`INSERT INTO support_case (account_id, member_id, at, message) VALUES (${accountId}, ${driver.id}, now(), 'Hjälp')`.execute(
    owner,
  );
}
/** One row of everything that the trip log keeps, with the references that hold the one to the other. */
async function fillLog({ accountId, unit: { unitId }, driver }: Account): Promise<void> {
  const one = async (query: RawBuilder<{ id: number }>) => (await query.execute(owner)).rows[0]!.id;
  const filled =
    await one(sql`INSERT INTO refuelling (account_id, unit_id, at, fuel_type, amount, member_id, created_at, changed_at)
    VALUES (${accountId}, ${unitId}, now(), 'diesel', 40, ${driver.id}, now(), now()) RETURNING id`);
  await sql`INSERT INTO refuelling_receipt (account_id, refuelling_id, content_type, data) VALUES (${accountId}, ${filled}, 'image/png', 'x')`.execute(
    owner,
  );
  const file =
    await one(sql`INSERT INTO mail_file (account_id, name, content_type, data) VALUES (${accountId}, 'logg.csv', 'text/csv', 'x')
    RETURNING id`);
  const mail = await one(
    sql`UPDATE mail SET file_id = ${file} WHERE id = (SELECT max(id) FROM mail WHERE account_id = ${accountId}) RETURNING id`,
  );
  await sql`INSERT INTO export_schedule (account_id, member_id, name, every, format, recipient_ids, language, filter, next_on, changed_at, test_mail_id)
    VALUES (${accountId}, ${driver.id}, 'Veckan', 'week', 'csv', ${[driver.id]}::bigint[], 'sv', '{}', '2026-12-01', now(), ${mail})`.execute(
    owner,
  );
  await sql`INSERT INTO trip_calendar (account_id, member_id, token_hash, created_at)
    VALUES (${accountId}, ${driver.id}, ${Buffer.from(String(driver.id))}, now())`.execute(owner);
  await sql`INSERT INTO exported_file (account_id, member_id, at, kind, name, sha256, bytes)
    VALUES (${accountId}, ${driver.id}, now(), 'csv', 'logg.csv', '\\x00', 1)`.execute(owner);
  await sql`INSERT INTO account_day_off (account_id, day, valid_from, name, is_off) VALUES (${accountId}, '2026-12-23', now(), 'Ledigt', true)`.execute(
    owner,
  );
  const attested = await one(sql`INSERT INTO attestation (account_id, unit_id, member_id, from_day, to_day, user_attested_at)
    VALUES (${accountId}, ${unitId}, ${driver.id}, '2026-01-01', '2026-01-31', now()) RETURNING id`);
  await sql`UPDATE trip SET attestation_id = ${attested} WHERE account_id = ${accountId}`.execute(owner);
  await sql`INSERT INTO seal (account_id, unit_id, attestation_id, number, document, root, previous, signature, key_id, at)
    VALUES (${accountId}, ${unitId}, ${attested}, 1, '{}', '\\x00', '\\x00', '\\x00', 'k', now())`.execute(owner);
  await sql`INSERT INTO attest_reminder (account_id, member_id, from_day, to_day, at)
    VALUES (${accountId}, ${driver.id}, '2026-01-01', '2026-01-31', now())`.execute(owner);
  await sql`INSERT INTO trip_proposal (account_id, unit_id, started_at, ended_at, distance_m, at)
    VALUES (${accountId}, ${unitId}, now(), now(), 1, now())`.execute(owner);
  await sql`INSERT INTO trip_merge (account_id, unit_id, first_anchor_at, second_anchor_at, actor_member_id, at)
    VALUES (${accountId}, ${unitId}, now(), now() + interval '1 hour', ${driver.id}, now())`.execute(owner);
  const tag = await one(sql`INSERT INTO driver_tag (account_id, tag) VALUES (${accountId}, 'AB01') RETURNING id`);
  await sql`INSERT INTO driver_tag_link (account_id, tag_id, member_id, during, actor_member_id)
    VALUES (${accountId}, ${tag}, ${driver.id}, '[2026-01-01,)', ${driver.id})`.execute(owner);
  await sql`INSERT INTO driver_event (account_id, unit_id, at, source, member_id, recorded_at)
    VALUES (${accountId}, ${unitId}, now(), 'qr', ${driver.id}, now())`.execute(owner);
  await sql`INSERT INTO sms (account_id, member_id, recipient, body, parts, queued_at)
    VALUES (${accountId}, ${driver.id}, '+46701234567', 'x', 1, now())`.execute(owner);
  const browser =
    await one(sql`INSERT INTO push_subscription (account_id, member_id, endpoint, public_key, auth_secret, vapid_key, label, created_at)
    VALUES (${accountId}, ${driver.id}, ${`https://push.example.com/${accountId}`}, 'k', 's', 'v', '', now()) RETURNING id`);
  await sql`INSERT INTO push (account_id, member_id, subscription_id, body, urgency, queued_at, expires_at)
    VALUES (${accountId}, ${driver.id}, ${browser}, '{}', 'high', now(), now())`.execute(owner);
  const place = await one(
    sql`INSERT INTO place (account_id, label, lat_e7, lon_e7) VALUES (${accountId}, 'Depån', 1, 1) RETURNING id`,
  );
  await sql`INSERT INTO place_rule (account_id, place_id, valid_from, place, rules, schedule)
    VALUES (${accountId}, ${place}, now(), '{}', '[]', 'null')`.execute(owner);
}
const LOG_TABLES = [
  ...['refuelling', 'refuelling_receipt', 'mail_file', 'export_schedule', 'trip_calendar', 'exported_file', 'account_day_off'],
  ...[
    'attestation',
    'seal',
    'attest_reminder',
    'trip_proposal',
    'trip_merge',
    'trip',
    'trip_words',
    'trip_under_way',
    'trip_edit',
  ],
  ...['driver_tag', 'driver_tag_link', 'driver_event', 'place', 'place_rule'],
  ...['sms', 'push_subscription', 'push'],
];

/** Rows that bear the account's number, by table. */
async function rowsOf(accountId: AccountId): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'account_id' AND NOT a.attisdropped AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`.execute(
    owner,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM ${sql.table(name)} WHERE account_id = ${accountId}`.execute(owner);
    if (rows[0]!.n > 0) found[name] = rows[0]!.n;
  }
  return found;
}

test('SEC-015: the end of an account is asked for with the password, told to every administrator and due in 14 days; until then all goes on', async () => {
  const account = await newAccount();
  expect(await ask(account, 'wrong')).toMatchObject({ status: 422, errors: { password: ['WrongPassword'] } });
  expect(await (await as(account.driver)).call(askRemoval, { body: { password: PASSWORD } })).toMatchObject({ status: 403 });
  const due = new Date(START.getTime() + 14 * DAY_MS).toISOString();
  expect((await ask(account)).data).toEqual({ due_at: due });
  expect(await ask(account)).toMatchObject({ status: 409, errors: 'RemovalAsked' });
  expect((await (await as(account.ove)).call(getRemoval)).data).toEqual({
    asked_at: START.toISOString(),
    due_at: due,
    asked_by: 'Anna',
    waiting_days: 14,
    units: 1,
    users: 3,
    trips: 0,
  });
  for (const { email } of [account.anna, account.ove]) expect(await mailsOf(email)).toEqual(['removal-asked']);
  expect(await mailsOf(account.driver.email)).toEqual([]);
  afterDays(13.9);
  expect(await eraseDueAccounts(asWorker)).toBe(0);
  expect((await (await as(account.driver)).call(me)).status).toBe(200);
});

test('SEC-015: signing in meanwhile says so to administrators, and to nobody else', async () => {
  const account = await newAccount();
  await ask(account);
  const signedIn = async (email: string) =>
    (await app.stranger.call(signIn, { body: { username: email, password: PASSWORD } })).data;
  const due = new Date(START.getTime() + 14 * DAY_MS).toISOString();
  expect(await signedIn(account.ove.email)).toMatchObject({ user: { RemovalDueAt: due } });
  expect(await signedIn(account.driver.email)).toMatchObject({ user: { RemovalDueAt: null } });
});

test('SEC-015: any administrator keeps the account; nothing is erased, everybody is told and it can be asked for anew', async () => {
  const account = await newAccount();
  await ask(account);
  await (await as(account.ove)).call(undoRemoval);
  expect((await (await as(account.anna)).call(getRemoval)).data).toMatchObject({ asked_at: null, due_at: null, asked_by: null });
  expect(await mailsOf(account.anna.email)).toEqual(['removal-asked', 'removal-undone']);
  afterDays(15);
  await eraseDueAccounts(asWorker);
  expect(Object.keys(await rowsOf(account.accountId))).toContain('member');
  expect((await ask(account)).status).toBe(200);
  await (await as(account.anna)).call(undoRemoval);
  expect(await (await as(account.driver)).call(undoRemoval)).toMatchObject({ status: 403 });
});

test('SEC-015: when the time is up nothing of the account is left but that it was; another account keeps everything', async () => {
  const account = await newAccount();
  const other = await newAccount('Grannen AB');
  await fill(account);
  await fill(other);
  const before = await rowsOf(other.accountId);
  await ask(account);
  const open = await as(account.driver);
  afterDays(14.1);
  expect(await eraseDueAccounts(asWorker)).toBe(1);
  expect(await rowsOf(account.accountId)).toEqual({ audit_entry: 1 });
  expect((await open.call(me)).status).toBe(401);
  expect((await app.stranger.call(signIn, { body: { username: account.anna.email, password: PASSWORD } })).errors).toMatchObject({
    msg: 'InvalidLogin',
  });
  const tombstone = await owner
    .selectFrom('account')
    .select(['name', 'city', 'phone', 'registration_id', 'closed_at', 'erased_at'])
    .where('id', '=', account.accountId)
    .executeTakeFirstOrThrow();
  expect(tombstone).toMatchObject({ name: '-', city: '', phone: '', registration_id: '' });
  expect(tombstone.erased_at).not.toBeNull();
  const positions = async (trackerId: number) =>
    (await owner.selectFrom('position_segment').select('seq').where('tracker_id', '=', trackerId).execute()).length;
  expect([await positions(account.unit.trackerId), await positions(other.unit.trackerId)]).toEqual([0, 1]);
  expect(await rowsOf(other.accountId)).toEqual(before);
  expect((await mailsOf(account.ove.email)).at(-1)).toBe('account-erased');
  expect(await eraseDueAccounts(asWorker)).toBe(0);
});

test('SEC-015, TRIP-035: of what the trip log keeps nothing is left either: refuelling with receipts, schedules with their files, calendars, days off, seals, check-ins and places', async () => {
  const account = await newAccount();
  const other = await newAccount('Grannen AB');
  for (const each of [account, other]) {
    await ask(each);
    await fill(each);
    await fillLog(each);
  }
  await (await as(other.anna)).call(undoRemoval);
  expect(Object.keys(await rowsOf(account.accountId))).toEqual(expect.arrayContaining(LOG_TABLES));
  const before = await rowsOf(other.accountId);
  afterDays(14.1);
  expect(await eraseDueAccounts(asWorker)).toBe(1);
  expect(await rowsOf(account.accountId)).toEqual({ audit_entry: 1 });
  expect(await rowsOf(other.accountId)).toEqual(before);
});

test('SEC-015: its trackers can be registered again, and its phones’ numbers are gone', async () => {
  const account = await newAccount();
  const phone = await makeUnit(app.database, {
    accountId: account.accountId,
    kind: 'phone',
    family: 'phone',
    phoneId: `phone-${account.accountId}`,
  });
  await ask(account);
  afterDays(14.1);
  await eraseDueAccounts(asWorker);
  const stock = await owner.selectFrom('stock_unit').select('registered_at').where('imei', '=', account.unit.imei).execute();
  expect(stock).toEqual([{ registered_at: null }]);
  expect(await owner.selectFrom('tracker').select('id').where('id', '=', phone.trackerId).execute()).toEqual([]);
  const next = await makeAccount(app.database);
  const claimed = await app.database.api.transaction().execute(async (tx) => {
    await sql`SELECT set_config('spora.account_id', ${String(next)}, true)`.execute(tx);
    return sql<{ fault: string | null; tracker_id: number }>`
      SELECT fault, tracker_id FROM claim_tracker(${account.unit.imei}, ${app.clock.now}, '2000-01-01')`.execute(tx);
  });
  expect(claimed.rows[0]).toMatchObject({ fault: null, tracker_id: account.unit.trackerId });
});

test('SEC-015: a removal that broke off is taken up where it was', async () => {
  const account = await newAccount();
  await fill(account);
  await ask(account);
  afterDays(14.1);
  await sql`SELECT close_account(${account.accountId}, ${app.clock.now})`.execute(app.database.pipeline);
  expect(await eraseDueAccounts(asWorker)).toBe(1);
  expect(await rowsOf(account.accountId)).toEqual({ audit_entry: 1 });
});

test('SEC-015: an account that cannot be erased holds up no other, and is tried again', async () => {
  const stuck = await newAccount();
  const other = await newAccount('Grannen AB');
  await ask(stuck);
  await ask(other);
  await sql`CREATE TABLE holds_on (unit_id bigint REFERENCES unit (id))`.execute(owner);
  await sql`INSERT INTO holds_on VALUES (${stuck.unit.unitId})`.execute(owner);
  afterDays(14.1);
  await expect(eraseDueAccounts(asWorker)).rejects.toThrow(/cannot be erased/);
  expect(await rowsOf(other.accountId)).toEqual({ audit_entry: 1 });
  await sql`DROP TABLE holds_on`.execute(owner);
  expect(await eraseDueAccounts(asWorker)).toBe(1);
  expect(await rowsOf(stuck.accountId)).toEqual({ audit_entry: 1 });
});
