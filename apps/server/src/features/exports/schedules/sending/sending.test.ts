import { addSchedule, listSchedules } from '@spora/contract/exports/schedules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../../platform/ctx.ts';
import { createLog } from '../../../../platform/observing/log.ts';
import { MAIL_FILE_MAX_BYTES } from '../../../../platform/mail/order.ts';
import { mailHandlers } from '../../../../platform/mail/send.ts';
import { makeAccount, makeMember, makeUnit, type MadeUnit } from '../../../../testing/database.ts';
import { type Caller, recordingMailer, testApp, testPorts } from '../../../../testing/http.ts';
import { makeTrip } from '../../../../testing/trips.ts';
import { reportsOf } from '../../../reports/files/api.ts';
import { scheduleHandlers } from '../jobs.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner, api, pipeline } = app.database;

let accountId: AccountId;
let anna: Caller;
let annaId: number;
let unit: MadeUnit;
beforeAll(async () => {
  app.clock.now = new Date('2026-02-27T12:00:00Z');
  accountId = await makeAccount(app.database);
  const member = await makeMember(app.database, { accountId, fullName: 'Anna Ek', email: 'anna@example.test' });
  annaId = member.id;
  unit = await makeUnit(app.database, { accountId });
});
beforeEach(async () => {
  await sql`DELETE FROM export_schedule`.execute(owner);
  await sql`DELETE FROM trip`.execute(owner);
  await sql`DELETE FROM mail`.execute(owner);
  app.clock.now = new Date('2026-02-27T12:00:00Z');
  anna = await app.signInAs({ id: annaId });
});

const mailer = recordingMailer();
const ctx = {
  actor: { kind: 'system' } as const,
  db: pipeline,
  now: () => app.clock.now,
  log: createLog({ logLevel: 'silent' }, { write: () => {} }),
  ports: testPorts({ mail: mailer }),
};
const RUN = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: undefined };
const sendDue = (hostOf: () => string = () => 'spora.test') =>
  scheduleHandlers({ api, hostOf, reports: reportsOf([]) })[0]!.run(ctx, {}, RUN);
/** The mails that were ordered since, as they arrive. */
async function arrived() {
  const handler = mailHandlers({ linkTo: (_, path) => `https://spora.test${path}`, from: 'log@spora.test' })[0]!;
  const queued = await owner.selectFrom('mail').select('id').where('state', '=', 'queued').orderBy('id').execute();
  mailer.sent.length = 0;
  for (const { id } of queued) await handler.run(ctx, { mail_id: id }, RUN);
  return mailer.sent.map(({ text, file }) => ({ text, file }));
}
const add = async (every: 'day' | 'month', format: 'csv' | 'pdf') => {
  const body = { name: 'Kontoret', every, format, language: 'sv' as const, recipient_ids: [annaId], filter: {} };
  expect((await anna.call(addSchedule, { body })).errors).toBeUndefined();
};
const told = async () => {
  const row = await owner.selectFrom('export_schedule').selectAll().executeTakeFirstOrThrow();
  return { outcome: row.last_outcome, error: row.last_error, next: row.next_on, attempts: row.attempts };
};
/** Trips of February, a few minutes each, whose addresses are as long as said. */
const manyTrips = (count: number, addressLength: number) =>
  sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule,
      computed_type, computed_rule, algorithm_version, start_address)
    SELECT ${accountId}, ${unit.unitId}, '2026-02-01T08:00:00Z'::timestamptz + n * interval '4 minutes',
      '2026-02-01T08:02:00Z'::timestamptz + n * interval '4 minutes', false, 1000, 'positions', 50, 'still', 'business', 'default', 2,
      repeat('å', ${addressLength}) FROM generate_series(1, ${count}) n`.execute(owner);

test('TRIP-016: a log of more bytes than a mail carries comes as a link to the same period instead of a file', async () => {
  const addressLength = 2000;
  const count = Math.ceil(MAIL_FILE_MAX_BYTES / (2 * addressLength)) + 1;
  await manyTrips(count, addressLength);
  await add('month', 'csv');
  app.clock.now = new Date('2026-03-01T06:00:00Z');
  await sendDue();
  const [mail, ...others] = await arrived();
  expect(others).toEqual([]);
  expect(mail!.file).toBeUndefined();
  expect(mail!.text).toContain('https://spora.test/user/create-triplog?period=custom&from=2026-02-01&to=2026-02-28');
  expect(mail!.text).toContain('för stor');
  expect(await told()).toMatchObject({ outcome: 'link', error: null, next: '2026-04-01' });
  // No file left, so that none is known to /verify either.
  expect(await owner.selectFrom('exported_file').select('id').execute()).toEqual([]);
});

test('TRIP-016: a log of more trips than its format holds comes as a link as well', async () => {
  await manyTrips(5001, 1);
  await add('month', 'pdf');
  app.clock.now = new Date('2026-03-01T06:00:00Z');
  await sendDue();
  const [mail] = await arrived();
  expect([mail!.file, mail!.text.includes('from=2026-02-01&to=2026-02-28')]).toEqual([undefined, true]);
  expect(await told()).toMatchObject({ outcome: 'link', error: null });
});

test('TRIP-016: a log that cannot be made is tried five times, then given up with its reason shown; the next period is sent', async () => {
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: '2026-02-28T09:00:00Z' });
  await add('day', 'csv');
  const breaks = (): string => {
    throw new Error('the disk is full');
  };
  const first = new Date('2026-02-28T06:00:00Z').getTime();
  for (let attempt = 1; attempt <= 5; attempt++) {
    app.clock.now = new Date(first + (attempt - 1) * 11 * 60_000);
    await sendDue(breaks);
    // Within its turn nobody takes it up a second time.
    await sendDue(breaks);
    expect(await told()).toMatchObject({ attempts: attempt, outcome: null });
  }
  app.clock.now = new Date(first + 55 * 60_000);
  await sendDue();
  expect(await arrived()).toEqual([]);
  expect(await told()).toMatchObject({ outcome: 'failed', error: 'ScheduleFailed', next: '2026-03-01' });
  // Sessions end meanwhile.
  const { data } = await (await app.signInAs({ id: annaId })).call(listSchedules);
  expect(data!.schedules[0]!.last).toMatchObject({
    outcome: 'failed',
    error: 'ScheduleFailed',
    from: '2026-02-27',
    to: '2026-02-27',
  });

  app.clock.now = new Date('2026-03-01T06:00:00Z');
  await sendDue();
  const [mail] = await arrived();
  expect(mail!.file?.name).toContain('2026-02-28');
  expect(await told()).toMatchObject({ outcome: 'sent', error: null, attempts: 0 });
});
