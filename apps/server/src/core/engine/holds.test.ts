import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { setAccount } from '../../platform/ctx.ts';
import { makeAccount, testDatabase } from '../../testing/database.ts';
import { waitingForLocks } from '../../testing/waiting.ts';
import { lockUnits } from '../fleet/hold-units.ts';
import { holdFreeUnits, holdUnits } from './holds.ts';

const database = await testDatabase();
const { owner, pipeline, api } = database;
afterAll(() => database.close());

/** More than are held one by one. */
const MANY = 257;

async function makeUnits(count: number) {
  const accountId = await makeAccount(database);
  const { rows } = await sql<{ id: number }>`INSERT INTO unit (account_id, name)
    SELECT ${accountId}, 'Unit ' || i FROM generate_series(1, ${count}::int) i RETURNING id`.execute(owner);
  return rows.map(({ id }) => ({ accountId, unitId: id }));
}

/** Which of the units a projector finds free while somebody who edits holds `edited`. */
async function freeWhileEdited(units: Awaited<ReturnType<typeof makeUnits>>, edited: typeof units): Promise<number> {
  const [{ accountId }] = edited as [(typeof units)[number]];
  return api.transaction().execute(async (tx) => {
    await setAccount(tx, accountId);
    await lockUnits(
      tx,
      edited.map(({ unitId }) => unitId),
    );
    return (await pipeline.transaction().execute((other) => holdFreeUnits(other, units))).length;
  });
}

test('who edits a few units holds these, and who edits many holds their account, of no other account any', async () => {
  const [units, others] = [await makeUnits(MANY + 1), await makeUnits(2)];
  expect(await freeWhileEdited(units, units.slice(0, 3))).toBe(MANY - 2);
  expect(await freeWhileEdited(units, units.slice(0, MANY))).toBe(0);
  expect(await freeWhileEdited(others, [...units, ...others].slice(0, MANY))).toBe(2);
});

test('who edits many units waits for whoever has one of them in hand', async () => {
  const units = await makeUnits(MANY);
  const [first] = units as [(typeof units)[number]];
  let isHeld = false;
  let editing: Promise<void> | undefined;
  await pipeline.transaction().execute(async (tx) => {
    await holdUnits(tx, [first]);
    editing = api.transaction().execute(async (other) => {
      await setAccount(other, first.accountId);
      await lockUnits(
        other,
        units.map(({ unitId }) => unitId),
      );
      isHeld = true;
    });
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    expect(isHeld).toBe(false);
  });
  await editing;
  expect(isHeld).toBe(true);
});

test('nobody holds units of an account that is not theirs', async () => {
  const [own, foreign] = [await makeUnits(1), await makeUnits(1)];
  const free = await api.transaction().execute(async (tx) => {
    await setAccount(tx, own[0]!.accountId);
    await lockUnits(tx, [foreign[0]!.unitId]);
    return pipeline.transaction().execute((other) => holdFreeUnits(other, foreign));
  });
  expect(free).toEqual(foreign);
});
