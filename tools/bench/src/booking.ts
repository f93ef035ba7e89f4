import { checkBooking, findVehicles } from '@spora/server/features/bookings/check';
import { announce } from '@spora/server/features';
import { readMonth, readWeek } from '@spora/server/features/bookings/schedule';
import { saveBooking } from '@spora/server/features/bookings/service';
import { AppError } from '@spora/server/platform/app-error';
import type { AccountId, MemberCtx } from '@spora/server/platform/ctx';
import { setAccount } from '@spora/server/platform/ctx';
import { openDatabase } from '@spora/server/platform/database/database';
import type { Db } from '@spora/server/platform/database/db.generated';
import { hardwareOf } from '@spora/protocols/list';
import { type Kysely, sql } from 'kysely';
import { benchDatabase, numbersOf, silentLog } from './gateway-bench.ts';
import { hold } from './measure.ts';
import { timeReads } from './time-reads.ts';

export const title = 'Booking: a week of a large pool, a free car, and racing for an hour';
export const small = ['--units', '40', '--bookings', '1600', '--racing', '20', '--rounds', '1'];

/** A Wednesday. */
const NOW = new Date('2026-03-18T12:00:00Z');
const WEEK = '2026-03-16';

/** `--units --bookings`: of an account, half a year each way; `--racing`: requests for one hour at once. Under row-level security. */
export async function run(args: readonly string[]): Promise<void> {
  const given = numbersOf(args, { units: 500, bookings: 20_000, racing: 200, rounds: 15 }) as Record<
    'units' | 'bookings' | 'racing' | 'rounds',
    number
  >;
  const database = await benchDatabase();
  const api = openDatabase(database.engine.urls.api, { max: 10 });
  try {
    const { accountId, memberId, imei } = await fill(database.owner, given);
    await sql`ANALYZE`.execute(database.owner);
    const span = { start_date: `${WEEK} 09:00:00`, end_date: `${WEEK} 10:00:00` };
    const anything = { seats: null, fuel_type: null, department: null, near: null };
    await timeReads(
      api,
      { accountId, memberId, now: NOW },
      [
        {
          name: `a week of ${given.units} vehicles, of ${given.bookings} bookings`,
          goal: '30 ms, 40 kB',
          read: (ctx) => readWeek(ctx, { query: { Imeis: [], week_day: WEEK } }),
          // 500 vehicles with some 770 bookings of that week: a booking is its own line, and a vehicle another.
          most: {
            queries: 12,
            rows: 1000 + 4 * given.units + given.bookings * 0.25,
            kB: 1 + given.units * 0.025 + (given.bookings / 52) * 0.06,
          },
        },
        {
          name: 'a month of all of them',
          goal: '',
          read: (ctx) => readMonth(ctx, { query: { Imeis: [], month: WEEK.slice(0, 7), only_mine: false } }),
        },
        {
          name: 'whether a row of twelve weeks is free',
          goal: '',
          read: (ctx) =>
            checkBooking(ctx, {
              body: { imei, ...span, driver_id: memberId, kind: 'drive', weeks: 12, every_weeks: 1, except_id: null },
            }),
          most: { queries: 6 },
        },
        { name: 'the free vehicles of an hour', goal: '', read: (ctx) => findVehicles(ctx, { body: { ...span, ...anything } }) },
      ],
      given.rounds,
    );
    await race(api, { accountId, memberId, imei }, given.racing);
  } finally {
    await api.destroy();
    await database.close();
  }
}

interface Filled {
  readonly accountId: AccountId;
  readonly memberId: number;
  readonly imei: string;
}

/** So many for one hour of one vehicle, a transaction each: one wins, the others are told that it is taken. */
async function race(api: Kysely<Db>, { accountId, memberId, imei }: Filled, racing: number): Promise<void> {
  const body = {
    imei,
    start_date: '2026-09-16 09:00:00',
    end_date: '2026-09-16 10:00:00',
    purpose: 'Race',
    driver_id: memberId,
    kind: 'drive' as const,
    weeks: 1,
    every_weeks: 1,
    skip_taken: false,
  };
  const actor = {
    kind: 'member',
    accountId,
    memberId,
    sessionId: 1,
    isAdmin: true,
    mayUseMap: true,
    isPrivateClosed: false,
    timeZone: 'Europe/Stockholm',
  } as const;
  const one = (): Promise<'won' | 'taken'> =>
    api
      .transaction()
      .execute(async (tx) => {
        await setAccount(tx, accountId);
        const ctx: MemberCtx = {
          actor,
          db: tx,
          now: () => NOW,
          log: silentLog,
          ports: { announce } as Partial<MemberCtx['ports']> as MemberCtx['ports'],
        };
        await saveBooking(ctx, { body });
        return 'won' as const;
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.key === 'AlreadyBooked') return 'taken' as const;
        throw error;
      });
  const began = performance.now();
  const outcomes = await Promise.all(Array.from({ length: racing }, one));
  const tookMs = performance.now() - began;
  console.log(
    `${racing} racing for one hour: all answered in ${tookMs.toFixed(0)} ms, ${(tookMs / racing).toFixed(1)} ms each   goal 1 s`,
  );
  hold('bookings of the raced hour', outcomes.filter((outcome) => outcome === 'won').length, { least: 1, most: 1 });
}

async function fill(owner: Kysely<Db>, { units, bookings }: { units: number; bookings: number }): Promise<Filled> {
  const one = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(owner)).rows[0]?.id ?? 0;
  const accountId = await one(sql`INSERT INTO account (name) VALUES ('Bench') RETURNING id`);
  const memberId = await one(
    sql`INSERT INTO member (account_id, email, full_name, password_hash, is_admin) VALUES (${accountId}, 'bench@example.test', 'Bench', '!', true) RETURNING id`,
  );
  await sql`INSERT INTO member (account_id, email, full_name, password_hash)
    SELECT ${accountId}, 'user-' || i || '@example.test', 'User ' || i, '!' FROM generate_series(2, 200) i`.execute(owner);
  await sql`INSERT INTO tracker (imei, protocol, last_contact_at)
    SELECT '35' || lpad(i::text, 13, '0'), ${hardwareOf().protocol}, ${NOW} FROM generate_series(1, ${units}::int) i`.execute(
    owner,
  );
  await sql`INSERT INTO unit (account_id, name, registration_number, department)
    SELECT ${accountId}, 'Unit ' || i, 'ABC' || i, 'Department ' || i % 12 FROM generate_series(1, ${units}::int) i`.execute(
    owner,
  );
  await sql`INSERT INTO fitting (account_id, unit_id, tracker_id, during)
    SELECT ${accountId}, u.id, t.id, '[2020-01-01,)' FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM unit) u
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM tracker) t USING (n)`.execute(owner);
  // Each vehicle alike over the year, some hours a time, so that none overlaps.
  await sql`INSERT INTO booking (account_id, unit_id, kind, state, driver_id, booked_by, purpose, during, created_at, changed_at)
    SELECT ${accountId}, u.id, 'drive', 'booked', d.id, d.id, 'Customer visit ' || n % 40, tstzrange(f.at, f.at + (1 + (n + u.id) % 5) * interval '1 hour'), ${NOW}, ${NOW}
    FROM unit u, generate_series(1, ${Math.floor(bookings / units)}::int) n
    CROSS JOIN LATERAL (SELECT ${NOW}::timestamptz - interval '182 days' + (n * 364.0 * ${units}::int / ${bookings}::int) * interval '1 day'
      + (u.id % 8) * interval '15 minutes' AS at) f
    JOIN LATERAL (SELECT id FROM member ORDER BY id OFFSET (u.id * 7 + n) % 199 LIMIT 1) d ON true`.execute(owner);
  return { accountId: accountId as AccountId, memberId, imei: '350000000000001' };
}
