import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { openPool } from '../database/database.ts';
import { watchWorkers } from './dead-workers.ts';
import { addJob, defineJob, handleJob, retryPausesS, runJobs, type JobHandler } from './jobs.ts';
import { upkeepHandlers } from './upkeep.ts';
import { createLog } from '../observing/log.ts';
import { makeAccount, makeMember, makeUnit, testDatabase } from '../../testing/database.ts';
import { testPorts } from '../../testing/http.ts';

const database = await testDatabase();
const pool = openPool(database.urls.pipeline, { max: 4 });
afterAll(async () => {
  await pool.end();
  await database.close();
});

const system = (now = new Date()): Ctx<{ kind: 'system' }> => ({
  actor: { kind: 'system' },
  db: database.pipeline,
  now: () => now,
  log: createLog({ logLevel: 'silent' }),
  ports: testPorts(),
});
const greet = defineJob({ name: 'test.greet', payload: z.object({ memberId: z.number().int() }), retry: { attempts: 2 } });

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await isTrue());) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function running<T>(handlers: JobHandler[], work: () => Promise<T>): Promise<T> {
  const jobs = await runJobs({ pool, handlers, ctx: system(), concurrency: 2 });
  try {
    return await work();
  } finally {
    await jobs.stop();
  }
}

test('a job of a transaction that rolls back never runs; one that commits does, once, as the pipeline role', async () => {
  const seen: unknown[] = [];
  await running(
    [
      handleJob(greet, async ({ db }, payload) => {
        const { rows } = await sql<{ role: string }>`SELECT current_user AS role`.execute(db);
        seen.push({ ...payload, ...rows[0] });
      }),
    ],
    async () => {
      const failing = database.api.transaction().execute(async (tx) => {
        await addJob(tx, greet, { memberId: 1 });
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      await database.api.transaction().execute((tx) => addJob(tx, greet, { memberId: 2 }));
      await until(() => seen.length > 0);
    },
  );
  expect(seen).toEqual([{ memberId: 2, role: 'spora_pipeline' }]);
});

test('a worker is woken by the commit of a job, and by that of the job that follows from it, not by its poll', async () => {
  const ran: string[] = [];
  const step = defineJob({ name: 'test.step', payload: z.object({ left: z.number().int() }), retry: { attempts: 1 } });
  const handler = handleJob(step, async ({ db }, { left }) => {
    ran.push(`${left} left`);
    if (left > 0) await db.transaction().execute((tx) => addJob(tx, step, { left: left - 1 }));
  });
  const jobs = await runJobs({ pool, handlers: [handler], ctx: system(), concurrency: 2, pollMs: 3_600_000 });
  try {
    // It listens a moment after it was started.
    await until(async () => {
      if (ran.length === 0) await addJob(database.api, step, { left: 0 });
      return ran.length > 0;
    });
    await until(async () => {
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM graphile_worker._private_jobs`.execute(
        database.owner,
      );
      if (rows[0]?.n !== 0) await addJob(database.api, step, { left: 0 });
      return rows[0]?.n === 0;
    });
    ran.length = 0;
    await database.api.transaction().execute((tx) => addJob(tx, step, { left: 2 }));
    await until(() => ran.length === 3);
    expect(ran).toEqual(['2 left', '1 left', '0 left']);
  } finally {
    await jobs.stop();
  }
});

test('of jobs with one key only the newest waits', async () => {
  const later = new Date(Date.now() + 3_600_000);
  await addJob(database.pipeline, greet, { memberId: 3 }, { key: 'a', runAt: later });
  await addJob(database.pipeline, greet, { memberId: 4 }, { key: 'a', runAt: later });
  const { rows } = await sql`SELECT payload FROM graphile_worker._private_jobs WHERE key = 'test.greet:a'`.execute(
    database.pipeline,
  );
  expect(rows).toEqual([{ payload: { memberId: 4 } }]);
});

test('SEC-008: the interface can add a job and neither see nor change the queue', async () => {
  await expect(sql`SELECT * FROM graphile_worker._private_jobs`.execute(database.api)).rejects.toThrow(/permission denied/);
  await expect(sql`SELECT graphile_worker.add_job('x')`.execute(database.api)).rejects.toThrow(/permission denied/);
});

test('a failing job is tried again, and told when it is its last chance', async () => {
  const chances: boolean[] = [];
  const failedMs: number[] = [];
  const again: { readonly atMs: number; readonly seenMs: number }[] = [];
  await running(
    [
      handleJob(greet, async (_ctx, _payload, { isLastAttempt, attempt }) => {
        chances.push(isLastAttempt);
        if (attempt === 1) {
          failedMs.push(Date.now());
          throw new Error('not yet');
        }
      }),
    ],
    async () => {
      await addJob(database.pipeline, greet, { memberId: 5 }, { key: 'again' });
      await until(() => chances.length === 1);
      await until(async () => {
        const { rows } = await sql<{
          at_ms: number;
        }>`SELECT extract(epoch FROM run_at)::float8 * 1000 AS at_ms FROM graphile_worker._private_jobs WHERE key = 'test.greet:again' AND locked_at IS NULL AND last_error IS NOT NULL`.execute(
          database.owner,
        );
        again.push(...rows.map(({ at_ms: atMs }) => ({ atMs, seenMs: Date.now() })));
        return again.length > 0;
      });
      await sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = 'test.greet:again'`.execute(database.owner);
      await until(() => chances.length === 2);
    },
  );
  expect(chances).toEqual([false, true]);
  // What integrators are told of the pauses is what the queue does: it counts from when it heard of the failure, which is some time between these.
  const [pauseMs, { atMs, seenMs }] = [retryPausesS(2)[0]! * 1000, again[0]!];
  expect(atMs - pauseMs).toBeGreaterThanOrEqual(failedMs[0]! - 1);
  expect(atMs - pauseMs).toBeLessThanOrEqual(seenMs);
});

test('a payload that does not fit is refused when it is added', async () => {
  await expect(addJob(database.pipeline, greet, { memberId: 1.5 })).rejects.toThrow(z.ZodError);
});

test('two handlers for one job are a mistake found at start', async () => {
  const handler = handleJob(greet, async () => {});
  await expect(runJobs({ pool, handlers: [handler, handler], ctx: system(), concurrency: 1 })).rejects.toThrow('Two handlers');
});

const runUpkeep = async (name: string, now: Date, months = 24) => {
  const handler = upkeepHandlers(months).find(({ job }) => job.name === name);
  await handler?.run(system(now), {}, { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: now });
};
const partitions = async () => {
  const { rows } = await sql<{
    name: string;
  }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'position_segment'::regclass ORDER BY 1`.execute(
    database.owner,
  );
  return rows.map(({ name }) => name);
};

test('partitions exist from the longest retention to three months ahead, and a month goes only when all of it is too old', async () => {
  await runUpkeep('platform.keep-partitions', new Date('2026-03-15T12:00:00Z'), 2);
  expect(await partitions()).toEqual(['01', '02', '03', '04', '05', '06'].map((month) => `position_segment_2026${month}`));
  await runUpkeep('platform.keep-partitions', new Date('2026-03-31T23:59:00Z'), 2);
  expect(await partitions()).toContain('position_segment_202601');
  await runUpkeep('platform.keep-partitions', new Date('2026-04-01T12:00:00Z'), 2);
  expect((await partitions())[0]).toBe('position_segment_202602');
  await runUpkeep('platform.keep-partitions', new Date('2026-04-01T12:00:00Z'), 2);
  expect(await partitions()).toHaveLength(6);
});

test('live events live five minutes; sessions, failed sign-ins and repeated answers go when they have expired', async () => {
  const accountId = await makeAccount(database);
  const { id: memberId } = await makeMember(database, { accountId });
  const { unitId } = await makeUnit(database, { accountId });
  const now = new Date('2026-03-15T12:00:00Z');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const DAY = 1440;
  for (const at of [ago(4), ago(6)])
    await database.owner
      .insertInto('live_event')
      .values({ account_id: accountId, unit_id: unitId, kind: 'position', at })
      .execute();
  const session = (hash: string, used: Date, until: Date) => ({
    account_id: accountId,
    member_id: memberId,
    token_hash: Buffer.from(hash),
    remember: true,
    created_at: ago(DAY * 200),
    last_used_at: used,
    expires_at: until,
  });
  await database.owner
    .insertInto('session')
    .values([
      session('alive', ago(5), ago(-DAY)),
      session('ended', ago(5), ago(1)),
      session('forgotten', ago(DAY * 91), ago(-DAY)),
    ])
    .execute();
  for (const at of [ago(60), ago(DAY + 1)]) {
    await database.owner
      .insertInto('sign_in_failure')
      .values({ key_hash: Buffer.from('x'), at })
      .execute();
    await database.owner
      .insertInto('idempotency')
      .values({
        account_id: accountId,
        member_id: memberId,
        key: at.toISOString(),
        endpoint: 'x',
        request_hash: Buffer.from('x'),
        response: '{}',
        at,
      })
      .execute();
  }
  await runUpkeep('platform.forget-live-events', now);
  await runUpkeep('platform.forget-expired', now);
  expect(await database.owner.selectFrom('live_event').select('at').execute()).toEqual([{ at: ago(4) }]);
  expect(await database.owner.selectFrom('session').select('token_hash').execute()).toEqual([
    { token_hash: Buffer.from('alive') },
  ]);
  expect(await database.owner.selectFrom('sign_in_failure').select('at').execute()).toEqual([{ at: ago(60) }]);
  expect(await database.owner.selectFrom('idempotency').select('at').execute()).toEqual([{ at: ago(60) }]);
});

test('CONST-060: the audit log is kept for twelve months, what was registered under a key for a day', async () => {
  const { owner } = database;
  const accountId = await makeAccount(database);
  const entry = (at: string) => ({ account_id: accountId, at, actor_kind: 'system', action: 'registered' });
  await owner
    .insertInto('audit_entry')
    .values([entry('2025-03-15T11:59:00Z'), entry('2025-03-15T12:01:00Z')])
    .execute();
  const repeat = (at: string) => ({ key_hash: Buffer.from(at), request_hash: Buffer.from('x'), at });
  await owner
    .insertInto('registration_repeat')
    .values([repeat('2026-03-14T11:59:00Z'), repeat('2026-03-14T12:01:00Z')])
    .execute();
  await runUpkeep('platform.forget-expired', new Date('2026-03-15T12:00:00Z'));
  expect(await owner.selectFrom('audit_entry').select('at').execute()).toEqual([{ at: new Date('2025-03-15T12:01:00Z') }]);
  expect(await owner.selectFrom('registration_repeat').select('at').execute()).toEqual([
    { at: new Date('2026-03-14T12:01:00Z') },
  ]);
});

test('14-acceptance 5: the job of a worker that was killed is free again within seconds, that of a living one stays its own', async () => {
  const { log } = system();
  const fast = { everyMs: 50, youngMs: 1_000 };
  const begun: number[] = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const living = watchWorkers(pool, log, fast);
  const other = watchWorkers(pool, log, fast);
  const jobs = await runJobs({
    pool,
    ctx: system(),
    concurrency: 2,
    onNamed: living.hold,
    handlers: [
      handleJob(greet, async (_, { memberId }) => {
        begun.push(memberId);
        if (memberId === 71) await finished;
      }),
    ],
  });
  try {
    await addJob(database.pipeline, greet, { memberId: 71 });
    await until(() => begun.length === 1);
    await until(async () => {
      const { rows } = await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory'
        AND classid::bigint = (hashtext('spora.job-workers')::bigint & 4294967295) AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(database.owner);
      return rows.length > 0;
    });
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_by IS NOT NULL`.execute(
      database.owner,
    );
    // What a process that was killed leaves behind.
    await database.owner.transaction().execute(async (tx) => {
      const id = await addJob(tx, greet, { memberId: 72 });
      await sql`UPDATE graphile_worker._private_jobs SET locked_by = 'killed', locked_at = now() - interval '1 minute' WHERE id = ${id}`.execute(
        tx,
      );
    });
    await until(() => begun.includes(72));
    expect(begun).toEqual([71, 72]);
    const { rows } =
      await sql`SELECT 1 FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL AND locked_at < now() - interval '50 s'`.execute(
        database.owner,
      );
    expect(rows, 'nobody took the job of the living').toHaveLength(1);
  } finally {
    finish();
    await jobs.stop();
    await Promise.all([living.stop(), other.stop()]);
  }
});
