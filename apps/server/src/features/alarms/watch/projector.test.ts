import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '@spora/calendar/durations';
import type { AccountId } from '../../../platform/ctx.ts';
import { makeAccount, makeUnit, testDatabase } from '../../../testing/database.ts';
import { nothingWatched, type WatchState } from './rules.ts';
import { watchProjection } from './projector.ts';
import { saveConditions } from './repository.ts';

const database = await testDatabase();
let accountId: AccountId;
beforeAll(async () => {
  accountId = await makeAccount(database);
});
afterAll(() => database.close());

const NINE_MS = Date.UTC(2026, 9, 10, 9);
const waitingSince = (beganMs: number): WatchState => ({ ...nothingWatched(), pending: { 'over-speed': beganMs } });

/** Computes the hour from nine again, which finds nothing but what its states say, and tells what stands then. */
async function afterAgain({
  beganMs,
  from,
  state,
  meetsBefore,
}: {
  beganMs: number;
  from: WatchState;
  state: WatchState;
  meetsBefore: boolean;
}): Promise<number[]> {
  const { pipeline, owner } = database;
  const { unitId } = await makeUnit(database, { accountId });
  const unit = { unitId, accountId, contact: null };
  const place = { latE7: 593_000_000, lonE7: 180_000_000 };
  const condition = { kind: 'over-speed' as const, subject: '', beganMs, endedMs: beganMs + HOUR_MS, value: 120, limit: 110 };
  await saveConditions(pipeline, [{ unit, ...condition, ...place }]);
  await pipeline.transaction().execute((db) =>
    watchProjection.write(
      db,
      [
        {
          unit,
          cause: 'late',
          state,
          used: { trips: undefined as never },
          input: undefined,
          effects: [],
          again: { span: { fromMs: NINE_MS, toMs: NINE_MS + HOUR_MS }, from, meetsBefore, gone: new Set() },
        },
      ],
      new Date(NINE_MS),
    ),
  );
  const rows = await owner.selectFrom('unit_condition').select('began_at').where('unit_id', '=', unitId).execute();
  return rows.map(({ began_at }) => Number(began_at));
}

test('ALARM-030: what still waits where late records meet what was known stays the condition that it became', async () => {
  const beganMs = NINE_MS + 50 * 60_000;
  const state = waitingSince(beganMs);
  expect(await afterAgain({ beganMs, from: nothingWatched(), state, meetsBefore: true })).toEqual([beganMs]);
  // It waits from before the stretch on, all through it.
  const before = waitingSince(NINE_MS - 60_000);
  expect(await afterAgain({ beganMs: NINE_MS - 60_000, from: before, state: before, meetsBefore: true })).toEqual([
    NINE_MS - 60_000,
  ]);
});

test('ALARM-030: what late records show not to have been is taken back', async () => {
  const beganMs = NINE_MS + 50 * 60_000;
  expect(await afterAgain({ beganMs, from: nothingWatched(), state: nothingWatched(), meetsBefore: true })).toEqual([]);
  expect(await afterAgain({ beganMs, from: nothingWatched(), state: waitingSince(beganMs), meetsBefore: false })).toEqual([]);
});
