import { gzipSync } from 'node:zlib';
import type { AccountId, MemberCtx } from '@spora/server/platform/ctx';
import { setAccount } from '@spora/server/platform/database/database';
import type { Db } from '@spora/server/platform/database/db.generated';
import type { Kysely } from 'kysely';
import { silentLog } from './gateway-bench.ts';

export interface ReadSubject {
  readonly name: string;
  readonly goal: string;
  readonly read: (ctx: MemberCtx) => Promise<unknown>;
}

/** Reads as the interface does, an administrator's transaction each under row-level security, and prints the middle time and the size. */
export async function timeReads(
  api: Kysely<Db>,
  { accountId, memberId, now }: { accountId: AccountId; memberId: number; now: Date },
  subjects: readonly ReadSubject[],
  rounds: number,
): Promise<void> {
  const ctxOf = (db: Kysely<Db>): MemberCtx => ({
    actor: { kind: 'member', accountId, memberId, sessionId: 1, isAdmin: true, mayUseMap: true, timeZone: 'Europe/Stockholm' },
    db,
    now: () => now,
    log: silentLog,
    ports: {} as MemberCtx['ports'],
  });
  for (const { name, goal, read } of subjects) {
    const times: number[] = [];
    let answer: unknown;
    for (let round = 0; round < rounds + 2; round++) {
      const began = performance.now();
      answer = await api
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => {
          await setAccount(tx, accountId);
          return read(ctxOf(tx));
        });
      if (round >= 2) times.push(performance.now() - began);
    }
    const packed = answer instanceof Uint8Array ? answer : undefined;
    const bytes = packed ?? Buffer.from(JSON.stringify(answer));
    const sorted = times.toSorted((a, b) => a - b);
    const middle = sorted[sorted.length >> 1] ?? 0;
    console.log(
      `${name.padEnd(56)} ${middle.toFixed(1).padStart(7)} ms (least ${(sorted[0] ?? 0).toFixed(1)}), ` +
        `${(bytes.length / 1000).toFixed(0)} kB ${packed ? 'packed' : 'of JSON'}, ${(gzipSync(bytes).length / 1000).toFixed(0)} kB gz${goal ? `   goal ${goal}` : ''}`,
    );
  }
}
