import { benefitValueReport } from '@spora/contract/reports/benefit';
import { summaryReport as summaryEndpoint } from '@spora/contract/reports/endpoints';
import { fuelReport } from '@spora/contract/reports/fuel';
import { reportWords } from '@spora/server/core/report-cells';
import { writeReport } from '@spora/server/core/report-file';
import type { ReportTable } from '@spora/server/core/reports';
import { benefitValue } from '@spora/server/features/reports/benefit/service';
import { fuelUsed } from '@spora/server/features/reports/fuel/service';
import { summaryReport } from '@spora/server/features/reports/service';
import { openDatabase } from '@spora/server/platform/database/database';
import { sql } from 'kysely';
import { benchDatabase, numbersOf } from './gateway-bench.ts';
import { fillLog } from './log-of-fleet.ts';
import { timeReads } from './time-reads.ts';

export const title = 'Reports: twelve months of a fleet by unit and driver, benefit value, fuel, and files of them';
export const small = ['--units', '6', '--lines', '50', '--rounds', '1'];

const NOW = new Date('2026-11-15T12:00:00Z');
const YEAR = { from: '2025-11-01', to: '2026-10-31' };

/** `--units` of an account with four trips each weekday, prices that change within the year; `--lines`: rows of the files. */
export async function run(args: readonly string[]): Promise<void> {
  const { units, trips, lines, rounds } = numbersOf(args, { units: 100, trips: 4, lines: 1000, rounds: 5 }) as Record<
    'units' | 'trips' | 'lines' | 'rounds',
    number
  >;
  const database = await benchDatabase();
  const api = openDatabase(database.engine.urls.api, { max: 2 });
  try {
    const { owner } = database;
    const { accountId, memberId } = await fillLog(owner, { units, trips, ...YEAR });
    await sql`UPDATE unit SET fuel_type = 'diesel', consumption_per_10km = 0.6, is_benefit_car = true`.execute(owner);
    await sql`INSERT INTO account_rate (account_id, kind, subject, amount, currency, valid_from, set_at)
      SELECT ${accountId}, 'fuel', 'diesel', 18 + i, 'SEK', '2025-11-10'::date + i * 40, now() FROM generate_series(0, 8) i`.execute(
      owner,
    );
    await sql`INSERT INTO refuelling (account_id, unit_id, member_id, at, fuel_type, amount, odometer_m, created_at, changed_at)
      SELECT ${accountId}, u.id, ${memberId}, '2025-11-05'::timestamptz + i * interval '10 days', 'diesel', 40, 50000000 + i * 600000, now(), now()
      FROM unit u, generate_series(0, 35) i`.execute(owner);
    await sql`VACUUM ANALYZE`.execute(owner);
    // Rows made ready: the index of the log, what is known of units and prices, and of each unit and month a trip for its odometer.
    // Of a small fleet the planner reads the log whole, which is quicker.
    const most = { queries: 16, ...(units < 50 ? {} : { rows: 400 + 120 * units }) };
    await timeReads(
      api,
      { accountId, memberId, now: NOW },
      [
        {
          name: `the summary of ${units} units, by unit`,
          goal: '1 s',
          read: (ctx) => summaryReport(ctx, { body: summaryEndpoint.body.parse(YEAR) }),
          most,
        },
        {
          name: 'the summary by driver',
          goal: '1 s',
          read: (ctx) => summaryReport(ctx, { body: summaryEndpoint.body.parse({ ...YEAR, group_by: 'driver' }) }),
          most,
        },
        {
          name: 'the benefit value',
          goal: '1 s',
          read: (ctx) => benefitValue(ctx, { body: benefitValueReport.body.parse(YEAR) }),
          most,
        },
        { name: 'fuel', goal: '1 s', read: (ctx) => fuelUsed(ctx, { body: fuelReport.body.parse(YEAR) }), most },
      ],
      rounds,
    );
    // Half of them count their fuel themselves.
    await sql`INSERT INTO unit_fuel_day (unit_id, account_id, day, used_ml)
      SELECT u.id, ${accountId}, d, 9000 FROM unit u, generate_series(${YEAR.from}::date, ${YEAR.to}::date, '1 day') d WHERE u.id % 2 = 0`.execute(
      owner,
    );
    await sql`VACUUM ANALYZE unit_fuel_day`.execute(owner);
    // Of each of these a row a day is read besides, since days of private driving are left out.
    await timeReads(
      api,
      { accountId, memberId, now: NOW },
      [
        {
          name: 'fuel, half of the units counting it',
          goal: '1 s',
          read: (ctx) => fuelUsed(ctx, { body: fuelReport.body.parse(YEAR) }),
          most: { queries: 16, ...(units < 50 ? {} : { rows: 400 + 300 * units }) },
        },
      ],
      rounds,
    );
    await timeFiles(lines);
  } finally {
    await api.destroy();
    await database.close();
  }
}

/** Files of so many rows, as wide as the summary's; the first one loads what the others use. */
async function timeFiles(lines: number): Promise<void> {
  const facts = {
    words: reportWords('sv', 'Europe/Stockholm'),
    account: 'Bench',
    from: YEAR.from,
    to: YEAR.to,
    narrowed: { units: [], drivers: [], departments: [] },
    madeAt: NOW,
    madeBy: 'Bench',
  };
  const table = tableOf(lines);
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    await writeReport(format, tableOf(2), facts);
    const began = performance.now();
    const { length } = await writeReport(format, table, facts);
    console.log(
      `${format} of ${lines} rows: ${Math.round(performance.now() - began)} ms (goal 1 s), ${Math.round(length / 1000)} kB`,
    );
  }
}

const KINDS = [
  'text',
  'text',
  'month',
  ...Array.from({ length: 5 }, () => 'distance-m' as const),
  'money',
  'number',
  'money',
] as const;

const tableOf = (lines: number): ReportTable => ({
  title: 'Summary',
  columns: KINDS.map((kind, i) => ({ id: String(i), title: `Column ${i}`, kind })),
  rows: Array.from({ length: lines }, (_, row) =>
    KINDS.map((kind, i) => (kind === 'text' ? `Unit number ${row}` : kind === 'month' ? '2026-03' : row * 1000 + i)),
  ),
  totals: null,
  notes: [],
  currency: 'SEK',
});
