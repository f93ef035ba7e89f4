import { gzipSync } from 'node:zlib';
import { type AccountId, type MemberCtx, setAccount } from '@spora/server/platform/ctx';
import type { Db } from '@spora/server/platform/database/db.generated';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { silentLog } from './gateway-bench.ts';
import { hold } from './measure.ts';

export interface ReadSubject {
  readonly name: string;
  readonly goal: string;
  readonly read: (ctx: MemberCtx) => Promise<unknown>;
  /** What one read may take, whatever the size of the tables; held in the small mode and in the large. */
  readonly most?: { readonly queries?: number; readonly rows?: number; readonly kB?: number; readonly searches?: number };
}

/** Counts the queries that go through it. */
function counting(): { readonly plugin: KyselyPlugin; readonly queries: () => number } {
  let queries = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, queries: () => queries };
}

/**
 * What the transaction has read so far from the tables of the business: rows, of whole tables or by an index; and how often it looked into
 * one, which a function that is asked of every row does for each.
 */
async function readSoFar(db: Kysely<Db>): Promise<{ rows: number; searches: number }> {
  const { rows } = await sql<{ rows: number; searches: number }>`
    SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 AS rows,
      coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::float8 AS searches FROM pg_stat_xact_user_tables`.execute(db);
  return rows[0] ?? { rows: 0, searches: 0 };
}

/** Reads as the interface does, an administrator's transaction each under row-level security, and prints the middle time and the size. */
export async function timeReads(
  api: Kysely<Db>,
  { accountId, memberId, now }: { accountId: AccountId; memberId: number; now: Date },
  subjects: readonly ReadSubject[],
  rounds: number,
): Promise<void> {
  const ctxOf = (db: Kysely<Db>): MemberCtx => ({
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
    db,
    now: () => now,
    log: silentLog,
    ports: {} as MemberCtx['ports'],
  });
  for (const { name, goal, read, most } of subjects) {
    const times: number[] = [];
    let answer: unknown;
    let [queries, rows, searches] = [0, 0, 0];
    for (let round = 0; round < rounds + 2; round++) {
      const began = performance.now();
      answer = await api
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => {
          await setAccount(tx, accountId);
          // The first round is not timed: in it everything is counted.
          if (round > 0) return read(ctxOf(tx));
          const [count, before] = [counting(), await readSoFar(tx)];
          const counted = await read(ctxOf(tx.withPlugin(count.plugin)));
          const after = await readSoFar(tx);
          [queries, rows, searches] = [count.queries(), after.rows - before.rows, after.searches - before.searches];
          return counted;
        });
      if (round >= 2) times.push(performance.now() - began);
    }
    const packed = answer instanceof Uint8Array ? answer : undefined;
    const bytes = packed ?? Buffer.from(JSON.stringify(answer));
    const kB = gzipSync(bytes).length / 1000;
    const sorted = times.toSorted((a, b) => a - b);
    const middle = sorted[sorted.length >> 1] ?? 0;
    console.log(
      `${name.padEnd(56)} ${middle.toFixed(1).padStart(7)} ms (least ${(sorted[0] ?? 0).toFixed(1)}), ${queries} queries, ${rows} rows, ` +
        `${(bytes.length / 1000).toFixed(0)} kB ${packed ? 'packed' : 'of JSON'}, ${kB.toFixed(0)} kB gz${goal ? `   goal ${goal}` : ''}`,
    );
    if (most?.queries !== undefined) hold('queries', queries, { most: most.queries });
    if (most?.rows !== undefined) hold('rows read', rows, { most: most.rows });
    if (most?.searches !== undefined) hold('searches of tables', searches, { most: most.searches });
    if (most?.kB !== undefined) hold('kB compressed', kB, { most: most.kB });
  }
}
