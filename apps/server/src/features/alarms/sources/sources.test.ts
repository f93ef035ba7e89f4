import { afterAll, beforeEach, expect, test } from 'vitest';
import { announce } from '../../../features.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import { renderMail } from '../../../platform/mail/render.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, testDatabase } from '../../../testing/database.ts';
import { testPorts } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { tell } from '../telling/service.ts';
import { watchSettingsOf } from '../watch/settings-repository.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());

const NOW = new Date('2026-11-18T12:00:00Z');
const ctx = {
  actor: { kind: 'system' },
  db: pipeline,
  now: () => NOW,
  ports: testPorts(),
  log: createLog({ logLevel: 'silent' }),
} as const;
let accountId: AccountId;
let unit: MadeUnit;
beforeEach(async () => {
  accountId = await makeAccount(database, { name: 'Östs Åkeri' });
  unit = await makeUnit(database, { accountId, name: 'Skåpbil 7' });
});

const receiver = (email: string, memberId: number | null): Promise<number> =>
  makeReceiver(
    database,
    { account_id: accountId, member_id: memberId, name: 'Åsa', email, function: true },
    { unitId: unit.unitId, at: NOW },
  );
const alarms = async () =>
  owner.selectFrom('alarm').where('account_id', '=', accountId).select(['id', 'kind', 'subject', 'unit_id', 'telling']).execute();
const mailed = async () =>
  (
    await owner
      .selectFrom('mail')
      .where('account_id', '=', accountId)
      .where('template', '=', 'alarm')
      .select('recipient')
      .orderBy('recipient')
      .execute()
  ).map(({ recipient }) => recipient);
const due = (planName: string) => ({
  name: 'service-due' as const,
  accountId,
  subsiteId: 0,
  plans: [
    {
      unitId: unit.unitId,
      planId: 7,
      unitName: 'Skåpbil 7',
      planName,
      kind: 'service' as const,
      state: 'overdue' as const,
      forecastOn: null,
      remainingKm: -40,
      remainingHours: null,
    },
  ],
});

test('ALARM-030, SRV-005: service that is due is an alarm; administrators, who have a mail of it already, get no second one', async () => {
  const admin = await makeMember(database, { accountId });
  await receiver(admin.email, admin.id);
  await receiver('verkstad@test.example', null);
  await pipeline.transaction().execute((tx) => announce(tx, [due('Oljebyte')], NOW));
  const [alarm, ...others] = await alarms();
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ kind: 'service-due', subject: 'Oljebyte', unit_id: unit.unitId, telling: 'told' });
  await tell(ctx, (_subsite, path) => path, [alarm?.id ?? 0]);
  expect(await mailed()).toEqual(['verkstad@test.example']);
});

test('ALARM-039, SRV-005: an inspection is told as one, by mail too; a plan with a name by its name', async () => {
  await receiver('verkstad@test.example', null);
  const { plans } = due('');
  const service = { ...due(''), plans: plans.map((plan) => ({ ...plan, planId: 8 })) };
  const inspection = { ...due(''), plans: plans.map((plan) => ({ ...plan, kind: 'inspection' as const, planId: 9 })) };
  await pipeline.transaction().execute((tx) => announce(tx, [due('Oljebyte'), service, inspection], NOW));
  const raised = await alarms();
  expect(raised.map(({ subject, telling }) => [subject, telling]).toSorted()).toEqual([
    ['Oljebyte', 'told'],
    ['inspection', 'told'],
    ['service', 'told'],
  ]);
  await tell(
    ctx,
    (_subsite, path) => path,
    raised.map(({ id }) => id),
  );
  const mails = await owner.selectFrom('mail').where('account_id', '=', accountId).select('params').execute();
  const words = mails.map(
    ({ params }) =>
      renderMail({ template: 'alarm', params: params as never, language: 'sv', subsiteId: 0 }, (_subsite, path) => path).subject,
  );
  expect(words.toSorted()).toEqual([
    'Skåpbil 7: dags för Oljebyte (Spora)',
    'Skåpbil 7: dags för besiktning (Spora)',
    'Skåpbil 7: dags för service (Spora)',
  ]);
});

test('ALARM-042: not of a unit whose service alarms are off', async () => {
  await owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      valid_from: new Date('2026-11-01T00:00:00Z'),
      settings: '{"alarms":{"service-due":false}}',
    })
    .execute();
  await pipeline.transaction().execute((tx) => announce(tx, [due('Oljebyte')], NOW));
  expect(await alarms()).toEqual([]);
});

test('ALARM-038: administrators are told by mail when SMS credits run out, each once, and nobody else is', async () => {
  const admin = await makeMember(database, { accountId });
  await makeMember(database, { accountId, isAdmin: false });
  const stopped = await makeMember(database, { accountId });
  await owner.updateTable('member').set({ alerts_stopped_at: NOW }).where('id', '=', stopped.id).execute();
  const low = { name: 'sms-credits-low' as const, accountId, left: 10 };
  for (let i = 0; i < 2; i += 1) await pipeline.transaction().execute((tx) => announce(tx, [low], NOW));
  expect(await alarms()).toMatchObject([{ kind: 'sms-credits', unit_id: null }]);
  expect(await mailed()).toEqual([admin.email]);
});

test('ALARM-030, UNIT-026: what use outside the hours is held against are the dated working hours, where the alarm is on', async () => {
  const hours = {
    isActive: true,
    timeZone: 'Europe/Stockholm',
    insideType: 'business',
    outsideType: null,
    intervals: [{ weekdays: [1], fromMin: 480, toMin: 1020 }],
  };
  const say = (from: string, settings: object) =>
    owner
      .insertInto('unit_setting')
      .values({ account_id: accountId, unit_id: unit.unitId, valid_from: new Date(from), settings: JSON.stringify(settings) })
      .execute();
  await say('2026-01-01T00:00:00Z', { workingHours: hours });
  await say('2026-02-01T00:00:00Z', { workingHours: hours, alarms: { 'over-use': true } });
  await say('2026-03-01T00:00:00Z', { workingHours: { ...hours, isActive: false }, alarms: { 'over-use': true } });
  const dated = (await watchSettingsOf(pipeline, [unit.unitId])).get(unit.unitId) ?? [];
  expect(dated.map(({ settings }) => [settings.hours !== null, settings.off.has('over-use')])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});
