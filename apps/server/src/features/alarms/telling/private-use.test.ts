import { DAY_MS, HOUR_MS, MINUTE_MS } from '@spora/calendar/durations';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, testDatabase } from '../../../testing/database.ts';
import { testPorts } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { raise, tell, tellDue } from './service.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());

const START = Date.UTC(2026, 10, 18, 12);
let now = new Date(START);
const ctx = {
  actor: { kind: 'system' },
  db: pipeline,
  now: () => now,
  ports: testPorts(),
  log: createLog({ logLevel: 'silent' }),
} as const;
const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;

let accountId: AccountId;
let unit: MadeUnit;
let driver: { readonly id: number; readonly email: string };
beforeEach(async () => {
  now = new Date(START);
  accountId = await makeAccount(database);
  unit = await makeUnit(database, { accountId, name: 'Skåpbil 7' });
  driver = await makeMember(database, { accountId, isAdmin: false, fullName: 'Dan Driver' });
  const start = new Date(START - HOUR_MS).toISOString();
  await makeTrip(database, { accountId, unitId: unit.unitId }, { start, minutes: 180, type: 'private', driver: driver.id });
});

async function receiver(
  name: string,
  { memberId, ofUnit = true }: { memberId?: number; ofUnit?: boolean } = {},
): Promise<number> {
  const made = {
    account_id: accountId,
    member_id: memberId ?? null,
    name,
    email: `${name}@test.example`,
    security: true,
    function: true,
    dial_code: '',
    phone: '',
    push: false,
  };
  return makeReceiver(database, made, { unitId: ofUnit ? unit.unitId : null, at: now });
}
async function raised(kind: 'towing' | 'door' | 'over-speed'): Promise<number> {
  const what = { accountId, unitId: unit.unitId, kind, subject: '', key: `${kind} ${unit.unitId}`, atMs: START };
  await raise(pipeline, [{ ...what, endedMs: null, latE7: 593_000_000, lonE7: 180_000_000, details: {} }], now);
  const { id } = await owner
    .selectFrom('alarm')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .select('id')
    .executeTakeFirstOrThrow();
  await tell(ctx, linkTo, [id]);
  return id;
}
const mails = async (template: string) =>
  owner
    .selectFrom('mail')
    .where('account_id', '=', accountId)
    .where('template', '=', template)
    .select(['recipient', 'params'])
    .orderBy('id')
    .execute();

test('14-4, MAP-032: the driver is told once of a security alarm that overrode private use, and who were told; of others nothing', async () => {
  await receiver('vakten');
  await receiver('jouren');
  await receiver('dan', { memberId: driver.id });
  const id = await raised('towing');
  await tell(ctx, linkTo, [id]);
  await raised('over-speed');
  expect(await mails('private-overridden')).toMatchObject([
    { recipient: driver.email, params: { fullName: 'Dan Driver', unitName: 'Skåpbil 7', receivers: 'vakten, jouren' } },
  ]);
});

test('14-4: nobody is written to of an override where only the driver was told', async () => {
  await receiver('dan', { memberId: driver.id });
  await raised('towing');
  expect(await mails('private-overridden')).toEqual([]);
});

test('MAP-032: a summary tells of the newest, and to whom that is withheld of the one before the private use', async () => {
  await receiver('vakten');
  await receiver('dan', { memberId: driver.id });
  const before = START - 65 * MINUTE_MS;
  const towing = (atMs: number) => ({
    accountId,
    unitId: unit.unitId,
    kind: 'towing' as const,
    subject: '',
    key: `t ${atMs}`,
    atMs,
  });
  const where = { endedMs: null, latE7: 593_000_000, lonE7: 180_000_000, details: {} };
  for (const atMs of [before, START]) await raise(pipeline, [{ ...towing(atMs), ...where }], now);
  now = new Date(START + 16 * MINUTE_MS);
  await tellDue(ctx, linkTo);
  const told = (await mails('alarm')).map(({ recipient, params }) => {
    const { what, repeats } = params as { what: { at: string }; repeats: number };
    return [recipient, repeats, Date.parse(what.at)];
  });
  expect(told).toEqual([
    ['vakten@test.example', 1, before],
    ['dan@test.example', 1, START],
  ]);
});

test.each([false, true])(
  '14-5, ALARM-036: who is told next need not be a receiver of the unit, also where the message waits (handled meanwhile: %s)',
  async (isHandled) => {
    const next = await receiver('chefen', { ofUnit: false });
    const first = await receiver('vakten');
    await owner
      .updateTable('alarm_receiver')
      .set({ escalate_after_min: 10, escalate_to_id: next })
      .where('id', '=', first)
      .execute();
    // A door in private use overrides nothing: others are told on the morning after.
    const id = await raised('door');
    now = new Date(START + HOUR_MS);
    await tellDue(ctx, linkTo);
    const toNext = async () => (await mails('alarm')).filter(({ recipient }) => recipient === 'chefen@test.example').length;
    expect(await toNext()).toBe(0);
    now = new Date(START + DAY_MS);
    if (isHandled) await owner.updateTable('alarm').set({ state: 'handled' }).where('id', '=', id).execute();
    await tellDue(ctx, linkTo);
    expect(await toNext()).toBe(isHandled ? 0 : 1);
  },
);
