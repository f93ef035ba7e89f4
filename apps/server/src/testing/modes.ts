import type { CommandState } from '@spora/contract/commands/endpoints';
import { announce } from '../features.ts';
import { tell, watch } from '../features/modes/theft/watch.ts';
import { createLog } from '../platform/observing/log.ts';
import type { MadeUnit } from './database.ts';
import { type TestApp, testPorts } from './http.ts';

/** What trackers and the worker do to modes in tests, by the application's clock. */
export function modesWorld(app: TestApp) {
  const { owner, pipeline } = app.database;
  const now = () => app.clock.now;
  const system = () =>
    ({
      actor: { kind: 'system' },
      db: pipeline,
      now,
      ports: testPorts({ announce }),
      log: createLog({ logLevel: 'silent' }),
    }) as const;
  const newest = (unit: MadeUnit, subject = 'mode') =>
    owner
      .selectFrom('command')
      .where('unit_id', '=', unit.unitId)
      .where('subject', '=', subject)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  return {
    newest,
    /** The newest command of the unit comes to a state, as the gateway has it, and those who listen are told. */
    settle: async (unit: MadeUnit, state: CommandState, subject = 'mode'): Promise<void> => {
      const { id } = (await newest(unit, subject))!;
      const isEnd = state === 'acknowledged' || state === 'failed' || state === 'expired';
      await owner
        .updateTable('command')
        .set({ state, ...(state === 'sent' ? { sent_at: now() } : {}), ...(isEnd ? { ended_at: now() } : {}) })
        .where('id', '=', id)
        .execute();
      if (state === 'sent') return;
      const name = state === 'acknowledged' ? 'command-acknowledged' : 'command-failed';
      await pipeline.transaction().execute((tx) => announce(tx, [{ name, ids: [id] }], now()));
    },
    /** When the unit was heard of last, and how often it is. */
    heard: async ({ unitId }: MadeUnit, accountId: number, at: Date, everyS: number): Promise<void> => {
      const place = { lat_e7: 593_000_000, lon_e7: 180_000_000, time: at };
      const row = { last_contact_at: at, report_interval_s: everyS, state: 'parked', state_since: at, ...place };
      await owner
        .insertInto('unit_latest')
        .values({ unit_id: unitId, account_id: accountId, ...row })
        .onConflict((on) => on.column('unit_id').doUpdateSet(row))
        .execute();
      await owner
        .updateTable('tracker')
        .set({ last_contact_at: at })
        .where('id', 'in', (of) => of.selectFrom('fitting').where('unit_id', '=', unitId).select('tracker_id'))
        .execute();
    },
    /** What the worker looks after every few seconds. */
    tick: () => watch(system()),
    /** What the worker tells of theft modes that a call began or ended. */
    tellThefts: async (has: 'started' | 'ended'): Promise<void> => {
      const rows = await owner
        .selectFrom('theft_mode')
        .select('id')
        .where('ended_at', has === 'started' ? 'is' : 'is not', null)
        .execute();
      await pipeline.transaction().execute((tx) =>
        tell(
          { ...system(), db: tx },
          rows.map(({ id }) => id),
          has,
        ),
      );
    },
  };
}
