import { rm } from 'node:fs/promises';
import { batchAttest } from '@spora/server/features/attestation/service';
import { type MemberCtx, setAccount } from '@spora/server/platform/ctx';
import { openDatabase } from '@spora/server/platform/database/database';
import { makeTemporaryFolder } from '@spora/server/platform/program/temporary-folder';
import { openSealKeys } from '@spora/server/platform/secrets/seal-keys';
import { sql } from 'kysely';
import { benchDatabase, numbersOf, silentLog } from './gateway-bench.ts';
import { fillLog } from './log-of-fleet.ts';
import { hold } from './measure.ts';

export const title = 'Attesting: a month of a whole fleet at once, judged, held and sealed';
export const small = ['--units', '3'];

const NOW = new Date('2026-11-15T12:00:00Z');
const MONTH = { from: '2026-10-01', to: '2026-10-31' };

/** As an administrator's call does it: one transaction under row-level security. A trip every half hour of the weekdays: 22 days of 31. */
export async function run(args: readonly string[]): Promise<void> {
  const { units, trips } = numbersOf(args, { units: 97, trips: 32 }) as Record<'units' | 'trips', number>;
  const database = await benchDatabase();
  const api = openDatabase(database.engine.urls.api, { max: 2 });
  const keys = makeTemporaryFolder('spora-bench-seal-');
  try {
    const { accountId, memberId } = await fillLog(database.owner, { units, trips, ...MONTH });
    await sql`VACUUM ANALYZE`.execute(database.owner);
    const ports = { sealKeys: openSealKeys(keys, () => NOW), live: { announce: async () => undefined } };
    const began = performance.now();
    const cpu = process.cpuUsage();
    const results = await api.transaction().execute(async (tx) => {
      await setAccount(tx, accountId);
      const ctx: MemberCtx = {
        actor: {
          kind: 'member',
          accountId,
          memberId,
          sessionId: 1,
          isAdmin: true,
          mayUseMap: true,
          isPrivateClosed: false,
          timeZone: 'Europe/Stockholm',
        },
        db: tx,
        now: () => NOW,
        log: silentLog,
        ports: ports as unknown as MemberCtx['ports'],
      };
      const { rows } = await sql<{ id: number }>`SELECT id FROM unit ORDER BY id`.execute(tx);
      const body = { rows: rows.map(({ id }) => ({ attestation_id: null, unit_id: id, user_id: memberId, ...MONTH })), note: '' };
      return (await batchAttest(ctx, { body })).results;
    });
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM trip WHERE attestation_id IS NOT NULL`.execute(
      database.owner,
    );
    console.log(
      `${units} unit-months, ${rows[0]?.n} trips: ${seconds.toFixed(1)} s, of which ${((user + system) / 1e6).toFixed(1)} s CPU of the server`,
    );
    hold('unit-months attested', results.filter((row) => row.success).length, { least: units });
  } finally {
    await api.destroy();
    await database.close();
    await rm(keys, { recursive: true, force: true });
  }
}
