import { createHash } from 'node:crypto';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { attest } from '@spora/contract/attestation/endpoints';
import { verifyFile } from '@spora/contract/exports/endpoints';
import { addSchedule, listSchedules, removeSchedule, testSchedule, updateSchedule } from '@spora/contract/exports/schedules';
import { saveRefuelling } from '@spora/contract/refuelling/endpoints';
import { lockUnit } from '@spora/contract/units/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId, Ctx } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { mailHandlers } from '../../../platform/mail/send.ts';
import { createSmtpMailer } from '../../../platform/mail/smtp.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import type { Mailer } from '../../../platform/ports.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, recordingMailer, testApp, testPorts } from '../../../testing/http.ts';
import { FEATURES } from '../../../features.ts';
import { reportsOf } from '../../reports/files/api.ts';
import { exportsHandlers } from '../jobs.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { scheduleHandlers } from './jobs.ts';
import { dueDay, nextDay, periodBefore } from './rules.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
const mailServer = await startMailServer();
const smtp = createSmtpMailer(`smtp://localhost:${mailServer.port}`);
afterAll(async () => {
  await smtp.close();
  await mailServer.stop();
  await app.close();
});
const { owner, api, pipeline } = app.database;
const log = createLog({ logLevel: 'error' }, { write: () => {} });

let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let adminId: number;
let driverId: number;
let unit: MadeUnit;
let locked: MadeUnit;

beforeAll(async () => {
  accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  const boss = await makeMember(app.database, { accountId, fullName: 'Anna Admin', email: 'anna@example.test' });
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver', email: 'dag@example.test' });
  [adminId, driverId] = [boss.id, member.id];
  unit = await makeUnit(app.database, { accountId, name: 'Volvo Västra', visibleTo: [driverId] });
  locked = await makeUnit(app.database, { accountId, name: 'Låsta bilen' });
  const trip = { driver: driverId, distanceM: 12_345 };
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { ...trip, start: '2026-03-29T07:00:00Z' });
  const secret = { ...trip, start: '2026-03-30T17:00:00Z', type: 'private', stopAddress: 'Hemliga gatan 7' };
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, secret);
  await makeTrip(
    app.database,
    { accountId, unitId: locked.unitId },
    { ...trip, start: '2026-03-30T10:00:00Z', stopAddress: 'Låsgatan' },
  );
});
beforeEach(async () => {
  await sql`DELETE FROM export_schedule`.execute(owner);
  await sql`DELETE FROM mail`.execute(owner);
  await sql`UPDATE member SET disabled_at = NULL`.execute(owner);
  await at('2026-03-30T20:00:00Z');
});

const ctxAt = (mail: Mailer): Ctx<{ kind: 'system' }> => ({
  actor: { kind: 'system' },
  db: pipeline,
  now: () => app.clock.now,
  log,
  ports: testPorts({ mail }),
});
const RUN = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: undefined };
const sendDue = async (mail: Mailer = recordingMailer()) =>
  scheduleHandlers({ api, hostOf: () => 'spora.test', reports: reportsOf(FEATURES) })[0]!.run(ctxAt(mail), {}, RUN);
const deliver = async (mail: Mailer): Promise<void> => {
  const rows = await owner.selectFrom('mail').select('id').where('state', '=', 'queued').orderBy('id').execute();
  const handler = mailHandlers({ linkTo: (_, path) => `https://spora.test${path}`, from: 'log@spora.test' })[0]!;
  for (const { id } of rows) await handler.run(ctxAt(mail), { mail_id: id }, RUN);
};
/** Sessions end meanwhile. */
const at = async (time: string): Promise<void> => {
  app.clock.now = new Date(time);
  admin = await app.signInAs({ id: adminId });
  driver = await app.signInAs({ id: driverId });
};
const body = (more: object = {}) => ({
  name: 'Kontoret',
  every: 'day' as const,
  format: 'csv' as const,
  language: 'sv' as const,
  recipient_ids: [driverId],
  filter: {},
  ...more,
});
const add = async (caller: Caller, more: object = {}): Promise<number> => {
  const answer = await caller.call(addSchedule, { body: body(more) });
  expect(answer.errors).toBeUndefined();
  return answer.data!.id;
};
const sent = async () => {
  const mailer = recordingMailer();
  await deliver(mailer);
  return mailer.sent.map(({ to, subject, text, file }) => ({
    to,
    subject,
    text,
    file: file && Buffer.from(file.data).toString(),
  }));
};
const listed = async (caller: Caller) => (await caller.call(listSchedules)).data!.schedules;

test('TRIP-016: the period of a log by mail is the day, the ISO week or the calendar month before, and the next follows it', () => {
  expect(periodBefore('day', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  for (const day of ['2027-01-04', '2027-01-10'])
    expect(periodBefore('week', day)).toEqual({ from: '2026-12-28', to: '2027-01-03' });
  expect(periodBefore('month', '2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(nextDay('day', '2026-12-31')).toBe('2027-01-01');
  expect([nextDay('week', '2026-03-29'), nextDay('week', '2026-03-30')]).toEqual(['2026-03-30', '2026-04-06']);
  expect([nextDay('month', '2026-01-31'), nextDay('month', '2026-12-01')]).toEqual(['2026-02-01', '2027-01-01']);
  expect(dueDay('day', '2026-03-01', '2026-03-30')).toBe('2026-03-23');
  expect(dueDay('month', '2026-03-01', '2026-03-30')).toBe('2026-03-01');
});

test('TRIP-016: scheduled by mail, the log arrives over a real mail server as a file that /verify knows, with its day’s trips', async () => {
  await add(driver);
  await at('2026-03-31T04:05:00Z');
  await sendDue();
  await deliver(smtp);
  expect(mailServer.taken).toHaveLength(1);
  const { raw, to } = mailServer.taken[0] ?? { raw: '', to: [] };
  expect(to).toEqual(['dag@example.test']);
  expect(raw).toMatch(/^Content-Type: text\/csv; charset=utf-8/m);
  const encoded = /Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(
    raw,
  )?.[1];
  const file = Buffer.from(encoded ?? '', 'base64');
  expect(file.toString()).toContain('2026-03-30');
  // Nobody but the driver gets it, so their own private trip is whole.
  expect(file.toString()).toContain('Hemliga gatan 7');
  expect(file.toString()).not.toContain('2026-03-29 ');
  const sha256 = createHash('sha256').update(file).digest('hex');
  expect((await app.stranger.call(verifyFile, { body: { sha256 } })).data!.file).toMatchObject({ kind: 'log-csv' });
  expect((await listed(driver))[0]).toMatchObject({
    next_on: '2026-04-01',
    last: { from: '2026-03-30', to: '2026-03-30', outcome: 'sent', mails: [{ name: 'Dag Driver', state: 'sent' }] },
  });
  const { rows } = (await admin.call(readAudit, { query: { action: 'log-exported' } })).data!;
  expect(rows[0]).toMatchObject({ subject: 'Kontoret', details: { format: 'csv', recipients: 1 } });
});

test('TRIP-032: a log that others receive too masks every private trip, also its owner’s', async () => {
  await add(driver, { recipient_ids: [driverId, adminId] });
  await at('2026-03-31T04:05:00Z');
  await sendDue();
  const mails = await sent();
  expect(mails.map(({ to }) => to)).toEqual(['anna@example.test', 'dag@example.test']);
  for (const { file } of mails) {
    expect(file).toContain('2026-03-30;;;Volvo Västra');
    expect(file).not.toContain('Hemliga');
  }
});

test('TRIP-016: each period is sent exactly once, also by two workers at once and after a worker that died between', async () => {
  await add(driver);
  await at('2026-03-31T03:55:00Z');
  await sendDue();
  expect(await sent()).toEqual([]);
  await at('2026-03-31T04:05:00Z');
  // One died with it: nothing was ordered, and it is taken up again when its turn is over.
  await sql`UPDATE export_schedule SET working_until = '2026-03-31T04:10:00Z', attempts = 1`.execute(owner);
  await sendDue();
  expect(await sent()).toEqual([]);
  await at('2026-03-31T04:11:00Z');
  await Promise.all([sendDue(), sendDue(), sendDue()]);
  await sendDue();
  expect(await sent()).toHaveLength(1);
});

test('TRIP-016: the days of a clock change are whole, in the account’s own zone', async () => {
  // 29 March 2026 has 23 hours in Stockholm.
  await at('2026-03-29T03:00:00Z');
  await add(driver);
  await at('2026-03-30T03:55:00Z');
  await sendDue();
  expect(await sent()).toEqual([]);
  await at('2026-03-30T04:00:00Z');
  await sendDue();
  const [mail] = await sent();
  expect(mail!.file).toContain('2026-03-29 09:00');
  expect(mail!.file).toContain('Period;2026-03-29 till 2026-03-29');
});

test('TRIP-016: a period without trips is told in a mail without a file', async () => {
  await add(driver, { filter: { search: 'finns inte' } });
  await at('2026-03-31T04:05:00Z');
  await sendDue();
  const [mail] = await sent();
  expect(mail!.file).toBeUndefined();
  expect(mail!.text).toContain('inga resor från 2026-03-30 till 2026-03-30');
  expect((await listed(driver))[0]!.last).toMatchObject({ outcome: 'empty' });
});

test('TRIP-016, TRIP-035: a day on which only was filled or charged is no empty one: its file holds that', async () => {
  await add(driver);
  const filled = {
    at: '2026-03-31T09:00:00Z',
    fuel_type: 'electric',
    amount: 41.5,
    price: 120,
    currency: 'SEK',
    station: 'Laddstolpen',
  } as const;
  await at('2026-04-01T03:00:00Z');
  await driver.call(saveRefuelling, { params: { imei: unit.imei }, body: filled });
  await sql`UPDATE export_schedule SET next_on = '2026-04-01'`.execute(owner);
  await at('2026-04-01T04:05:00Z');
  await sendDue();
  const [mail] = await sent();
  expect(mail!.file).toContain('Laddstolpen');
  expect((await listed(driver))[0]!.last).toMatchObject({ outcome: 'sent' });
  await sql`DELETE FROM refuelling`.execute(owner);
});

test('TRIP-032: an administrator’s log that others receive tells no attested period of private trips, of which it would name the driver', async () => {
  const company = await makeAccount(app.database);
  const boss = await makeMember(app.database, { accountId: company });
  const alone = await makeMember(app.database, { accountId: company, isAdmin: false, fullName: 'Lisa Ensam' });
  const reader = await makeMember(app.database, { accountId: company, isAdmin: false });
  const car = await makeUnit(app.database, { accountId: company, name: 'Bilen', visibleTo: [alone.id] });
  const trip = { start: '2026-02-10T08:00:00Z', type: 'private', driver: alone.id };
  await makeTrip(app.database, { accountId: company, unitId: car.unitId }, trip);
  const { data } = await (await app.signInAs(alone)).call(attest, { body: { from: '2026-02-01', to: '2026-02-28' } });
  expect(data!.attested).toHaveLength(1);
  await add(await app.signInAs(boss), { every: 'month', recipient_ids: [reader.id] });
  await sql`UPDATE export_schedule SET next_on = '2026-03-01'`.execute(owner);
  await sendDue();
  const [mail] = await sent();
  expect(mail!.file).toContain('2026-02-10;;;Bilen');
  expect(mail!.file).not.toContain('Lisa Ensam');
});

test('LOCK-005, TRIP-017: the rights at the time of sending count; a locked unit binds an administrator too', async () => {
  await add(admin, { recipient_ids: [adminId], every: 'day' });
  const key = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Lo Lås' }));
  await at('2026-03-31T04:05:00Z');
  await key.call(lockUnit, { params: { imei: locked.imei } });
  await sendDue();
  const [mail] = await sent();
  expect(mail!.file).toContain('Volvo Västra');
  expect(mail!.file).not.toContain('Låsgatan');
  await sql`UPDATE unit SET locked_at = NULL, locked_by_member_id = NULL`.execute(owner);
});

test('TRIP-016: what names only units that its owner no longer sees is not sent, and says so', async () => {
  const id = await add(driver, { filter: { imeis: [unit.imei] } });
  await sql`DELETE FROM unit_access WHERE member_id = ${driverId}`.execute(owner);
  await at('2026-03-31T04:05:00Z');
  await sendDue();
  await owner.insertInto('unit_access').values({ account_id: accountId, unit_id: unit.unitId, member_id: driverId }).execute();
  expect(await sent()).toEqual([]);
  expect((await listed(driver))[0]).toMatchObject({
    id,
    next_on: '2026-04-01',
    last: { outcome: 'failed', error: 'ScheduleNoUnit' },
  });
});

test('TRIP-016: nothing is sent for an owner who is disabled, nor made up later; of one who is removed nothing remains', async () => {
  await add(driver);
  await sql`UPDATE member SET disabled_at = now() WHERE id = ${driverId}`.execute(owner);
  await at('2026-03-31T04:05:00Z');
  await sendDue();
  await sql`UPDATE member SET disabled_at = NULL`.execute(owner);
  await at('2026-03-31T09:05:00Z');
  await sendDue();
  expect(await sent()).toEqual([]);
  expect((await listed(driver))[0]).toMatchObject({ next_on: '2026-04-01', last: null });
  await sql`UPDATE account SET closed_at = now() WHERE id = ${accountId}`.execute(owner);
  await at('2026-04-01T09:05:00Z');
  await sendDue();
  await sql`UPDATE account SET closed_at = NULL WHERE id = ${accountId}`.execute(owner);
  expect(await sent()).toEqual([]);
  const gone = await makeMember(app.database, { accountId });
  await add(await app.signInAs(gone), { recipient_ids: [adminId] });
  await sql`UPDATE member SET removed_at = now() WHERE id = ${gone.id}`.execute(owner);
  await sendDue();
  expect(await listed(admin)).toHaveLength(1);
});

test('TRIP-016: a test send goes at once to oneself alone, of the period before, and tells how it fared', async () => {
  const id = await add(driver, { recipient_ids: [adminId], every: 'week' });
  const answer = await driver.call(testSchedule, { params: { id } });
  expect(answer.data).toEqual({ to: 'dag@example.test', outcome: 'sent' });
  expect((await listed(driver))[0]).toMatchObject({ test: { state: 'queued' }, last: null });
  const mails = await sent();
  expect(mails.map(({ to }) => to)).toEqual(['dag@example.test']);
  expect(mails[0]!.subject).toMatch(/^Prov: Kontoret, körjournal 2026-03-23 till 2026-03-29/);
  expect((await listed(driver))[0]).toMatchObject({ test: { state: 'sent' }, last: null });
});

test('TRIP-016: one’s schedules are one’s own; an administrator sees and ends them, others see and reach none of them', async () => {
  const id = await add(driver, { recipient_ids: [adminId], filter: { imeis: [unit.imei], types: ['business'] } });
  const [row] = await listed(admin);
  expect(row).toMatchObject({ owner: { name: 'Dag Driver' }, can: { edit: false, remove: true } });
  expect(row!.filter).toEqual(['Units: Volvo Västra', 'Type: Business']);
  await sql`UPDATE account SET other_trip_type = 'Jour' WHERE id = ${accountId}`.execute(owner);
  await add(admin, { filter: { types: ['other'], driver_ids: [driverId] } });
  expect((await listed(admin)).map(({ filter }) => filter)).toContainEqual(['Type: Jour', 'Driver: Dag Driver']);
  const colleague = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  for (const caller of [colleague, foreign]) {
    expect(await listed(caller)).toEqual([]);
    expect((await caller.call(removeSchedule, { params: { id } })).errors).toBe('ScheduleNotFound');
    expect((await caller.call(testSchedule, { params: { id } })).errors).toBe('ScheduleNotFound');
  }
  expect((await admin.call(updateSchedule, { params: { id }, body: body() })).errors).toBe('ScheduleNotFound');
  expect((await foreign.call(addSchedule, { body: body({ recipient_ids: [driverId] }) })).errors).toBe('UserNotFound');
  expect((await colleague.call(addSchedule, { body: body({ filter: { imeis: [unit.imei] } }) })).errors).toBe('UnitNotFound');
  const tooMany = { recipient_ids: Array.from({ length: 11 }, (_, i) => i + 1) };
  expect((await driver.call(addSchedule, { body: body(tooMany) })).errors).toMatchObject({
    recipient_ids: ['TooManyRecipients'],
  });
  expect((await admin.call(removeSchedule, { params: { id } })).data).toEqual({ id });
});

test('TRIP-016: a paused log is not sent; a new rhythm begins with the next whole period', async () => {
  const id = await add(driver);
  const { filter: _filter, ...rest } = body({ is_paused: true });
  await driver.call(updateSchedule, { params: { id }, body: rest });
  await at('2026-03-31T04:05:00Z');
  await sendDue();
  expect(await sent()).toEqual([]);
  await driver.call(updateSchedule, { params: { id }, body: { ...rest, is_paused: false, every: 'month' } });
  expect((await listed(driver))[0]).toMatchObject({ next_on: '2026-04-01', every: 'month', is_paused: false });
});

test('TRIP-017: the fingerprint of an export is known as long as the log is kept, and forgotten after that', async () => {
  const row = { account_id: accountId, kind: 'log-csv', name: 'x', bytes: 1 };
  const [old, kept] = ['a', 'b'].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  await at('2036-04-01T00:00:00Z');
  const { LOG_KEPT_YEARS } = await import('@spora/contract/limits');
  const line = new Date(app.clock.now);
  line.setUTCFullYear(line.getUTCFullYear() - LOG_KEPT_YEARS);
  await owner
    .insertInto('exported_file')
    .values([
      { ...row, sha256: old, at: new Date(line.getTime() - 60_000) },
      { ...row, sha256: kept, at: new Date(line.getTime() + 60_000) },
    ])
    .execute();
  await exportsHandlers.find(({ job }) => job.name === 'exports.forget-files')!.run(ctxAt(recordingMailer()), {}, RUN);
  const ask = async (hash: Buffer) =>
    (await app.stranger.call(verifyFile, { body: { sha256: hash.toString('hex') } })).data!.file;
  expect([await ask(old), await ask(kept)]).toEqual([null, expect.objectContaining({ kind: 'log-csv' })]);
});

test('REP-015: a report goes out by mail as a file that /verify knows, of the month before, and what became of each is told', async () => {
  const filter = { group_by: 'driver', imeis: [unit.imei] } as const;
  await add(driver, { report: 'summary', every: 'month', filter });
  await at('2026-04-01T04:05:00Z');
  await sendDue();
  const [mail] = await sent();
  expect(mail?.subject).toContain('rapport');
  expect(mail?.file).toContain('Dag Driver');
  expect(mail?.file).toContain('Europe/Stockholm');
  const sha256 = createHash('sha256').update(mail!.file!).digest('hex');
  expect((await app.stranger.call(verifyFile, { body: { sha256 } })).data!.file).toMatchObject({ kind: 'report-csv' });
  const [row] = await listed(driver);
  expect(row).toMatchObject({ report: 'summary', history: [{ from: '2026-03-01', to: '2026-03-31', outcome: 'sent' }] });
});
