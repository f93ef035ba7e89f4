import { HOUR_MS, MINUTE_MS } from '@spora/calendar/durations';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeUnit, testDatabase } from '../../../testing/database.ts';
import { testPorts } from '../../../testing/http.ts';
import { watchSilence } from './service.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());

const START = Date.UTC(2026, 10, 18, 12);
let accountId: AccountId;
beforeEach(async () => {
  accountId = await makeAccount(database);
  await owner.deleteFrom('silence_watch').execute();
  lookedMs = 0;
});

const look = (ms: number): Promise<void> =>
  watchSilence({
    actor: { kind: 'system' },
    db: pipeline,
    now: () => new Date(START + ms),
    ports: testPorts(),
    log: createLog({ logLevel: 'silent' }),
  });
/** As the job looks: again and again, from the last time until then. */
let lookedMs = 0;
async function watch(ms: number): Promise<void> {
  for (; lookedMs < ms; lookedMs += 4 * MINUTE_MS) await look(lookedMs);
  await look(ms);
}
async function heard(unit: MadeUnit, ms: number, reportIntervalS: number): Promise<void> {
  const at = new Date(START + ms);
  const told = { last_contact_at: at, report_interval_s: reportIntervalS };
  await owner
    .insertInto('unit_latest')
    .values({ unit_id: unit.unitId, account_id: accountId, state: 'moving', ...told })
    .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(told))
    .execute();
}
const alarms = async () =>
  (
    await owner
      .selectFrom('alarm')
      .innerJoin('unit', 'unit.id', 'alarm.unit_id')
      .where('alarm.account_id', '=', accountId)
      .select(['unit.name', 'alarm.at', 'alarm.ended_at'])
      .orderBy('alarm.at')
      .execute()
  ).map(({ name, at, ended_at }) => [
    name,
    (at.getTime() - START) / MINUTE_MS,
    ended_at && (ended_at.getTime() - START) / MINUTE_MS,
  ]);

test('ALARM-030: a unit is lost by its own way of reporting, after an hour at least, once for each silence, until it is heard of', async () => {
  const [often, seldom] = [
    await makeUnit(database, { accountId, name: 'Ofta' }),
    await makeUnit(database, { accountId, name: 'Sällan' }),
  ];
  await heard(often, 0, 60);
  await heard(seldom, 0, 3600);
  await watch(59 * MINUTE_MS);
  expect(await alarms()).toEqual([]);
  await watch(HOUR_MS);
  await watch(2 * HOUR_MS);
  expect(await alarms()).toEqual([['Ofta', 60, null]]);
  await watch(3 * HOUR_MS);
  expect(await alarms()).toEqual([
    ['Ofta', 60, null],
    ['Sällan', 180, null],
  ]);
  await heard(often, 4 * HOUR_MS, 60);
  await watch(4 * HOUR_MS + MINUTE_MS);
  await watch(6 * HOUR_MS);
  expect(await alarms()).toEqual([
    ['Ofta', 60, 240],
    ['Sällan', 180, null],
    ['Ofta', 300, null],
  ]);
});

test('ALARM-030: after a stop of the installation nobody is lost who had no chance to be heard', async () => {
  const unit = await makeUnit(database, { accountId, name: 'Bil' });
  await watch(0);
  await heard(unit, 0, 60);
  // Down for six hours.
  lookedMs = 6 * HOUR_MS;
  await watch(6 * HOUR_MS + 30 * MINUTE_MS);
  expect(await alarms()).toEqual([]);
  await watch(7 * HOUR_MS);
  expect(await alarms()).toEqual([['Bil', 7 * 60, null]]);
});

test('ALARM-042: not of a unit that is not in use, has no tracker, or of which nobody wants to know', async () => {
  const units = await Promise.all(
    ['Avställd', 'Utan spårare', 'Avstängt'].map((name) => makeUnit(database, { accountId, name })),
  );
  for (const unit of units) await heard(unit, 0, 60);
  const [retired, bare, off] = units as [MadeUnit, MadeUnit, MadeUnit];
  await owner
    .updateTable('unit')
    .set({ retired_at: new Date(START) })
    .where('id', '=', retired.unitId)
    .execute();
  await owner.deleteFrom('fitting').where('unit_id', '=', bare.unitId).execute();
  await owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: off.unitId,
      valid_from: new Date(START - HOUR_MS),
      settings: '{"alarms":{"no-contact":false}}',
    })
    .onConflict((conflict) => conflict.columns(['unit_id', 'valid_from']).doNothing())
    .execute();
  await watch(5 * HOUR_MS);
  expect(await alarms()).toEqual([]);
});
