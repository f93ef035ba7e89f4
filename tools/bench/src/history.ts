import { DAY_MS } from '@spora/calendar/durations';
import { hardwareOf } from '@spora/protocols/list';
import { projectNext } from '@spora/server/core/engine/project';
import { createStateMemory } from '@spora/server/core/engine/states';
import { prepare } from '@spora/server/core/log/appender';
import { mergeClosedDays } from '@spora/server/core/log/retention';
import { append, ensurePartitions } from '@spora/server/core/log/segments';
import { ENGINE } from '@spora/server/roles/engine';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import type { Page } from '@playwright/test';
import { type BenchDatabase, benchDatabase, numbersOf } from './gateway-bench.ts';
import { workingDay } from './projector.ts';
import { makePerson, openBrowser, signIn, startProduct } from './shown-product.ts';

export const title = 'History: days of a unit from the choice to the drawn track, in a browser';
export const small = ['--days', '2', '--points', '400', '--rounds', '1'];

const PER_SEGMENT = 200;
/** What a position of any drive takes at most, however few they are. */
const MOST_BYTES = 4;
const LIMIT_MS = 180_000;
/** Nothing has been drawn for so long: all is there. */
const REST_MS = 1_500;

/**
 * `--days --points --rounds`: so many days of so many positions of one unit, chosen on the page of the map. What is timed
 * is from the choice to the answer, and to the last drawn frame before the picture is at rest. The days are fetched anew each time.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { days, points, rounds } = numbersOf(args, { days: 30, points: 10_000, rounds: 5 }) as Record<
    'days' | 'points' | 'rounds',
    number
  >;
  const database = await benchDatabase();
  const stops: (() => Promise<unknown>)[] = [() => database.close()];
  try {
    const { imei, firstDay } = await fill(database, days, points);
    const product = await startProduct(database);
    stops.unshift(product.stop);
    const browser = await openBrowser();
    stops.unshift(() => browser.close());
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'sv-SE',
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(LIMIT_MS);
    await page.addInitScript(observePage);
    await signIn(page, product.url);
    await page.getByRole('option').first().waitFor();
    const dayOf = (i: number): string => new Date(firstDay + i * DAY_MS).toISOString().slice(0, 10);
    const address = (from: number, to: number): string =>
      `/user/realtime-tracking?unit=${imei}&from=${dayOf(from)}&to=${dayOf(to)}`;
    const taken: Shown[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      // A page that has shown one day already has all its code. The first round warms the server.
      await page.goto(product.url + address(0, 0));
      await show(page, null);
      taken.push(await show(page, address(0, days - 1)));
    }
    const middle = (key: keyof Shown): string => {
      const sorted = taken.slice(taken.length > 1 ? 1 : 0).map((each) => each[key]);
      return sorted.toSorted((a, b) => a - b)[Math.floor(sorted.length / 2)]?.toFixed(0) ?? '-';
    };
    const bytesEach = (taken[0]?.sentBytes ?? Infinity) / (days * points);
    console.log(
      `${days} days x ${points} positions: answered after ${middle('answeredMs')} ms, drawn after ${middle('drawnMs')} ms   goal 1,000 ms\n` +
        `  ${bytesEach.toFixed(1)} bytes sent a position`,
    );
    if (bytesEach > MOST_BYTES) throw new Error(`a position takes more than ${MOST_BYTES} bytes`);
  } finally {
    for (const stop of stops) await stop();
  }
}

interface Shown {
  /** The answer was there. */
  readonly answeredMs: number;
  /** The last frame was drawn before the picture was at rest. */
  readonly drawnMs: number;
  /** Of the answer, as it was sent. */
  readonly sentBytes: number;
}

interface Seam {
  spora: { lastFrameMs: number };
}

/** Runs in the page before its own scripts: when the map was last drawn. */
function observePage(): void {
  const seam: Seam['spora'] = { lastFrameMs: 0 };
  (globalThis as unknown as Seam).spora = seam;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const drawElements = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    drawElements.apply(this, args);
    // The pixels are there when all that was ordered is done.
    this.finish();
    seam.lastFrameMs = performance.now();
  };
}

/** Chooses an address as the page itself does, and waits until the picture of what it shows is at rest. */
async function show(page: Page, address: string | null): Promise<Shown> {
  return await page.evaluate(
    async ({ address, restMs, limitMs }) => {
      const { spora } = globalThis as unknown as Seam;
      const began = address === null ? 0 : performance.now();
      if (address !== null) history.pushState({}, '', address);
      const answer = (): PerformanceResourceTiming | undefined =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).findLast(({ name }) =>
          name.includes('/user/realtime/history?'),
        );
      const answeredMs = (): number => answer()?.responseEnd ?? 0;
      const isAtRest = (): boolean =>
        answeredMs() > began && spora.lastFrameMs > answeredMs() && performance.now() - spora.lastFrameMs > restMs;
      while (!isAtRest()) {
        if (performance.now() - began > limitMs) throw new Error('the history was never drawn');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return {
        answeredMs: answeredMs() - began,
        drawnMs: spora.lastFrameMs - began,
        sentBytes: answer()?.encodedBodySize ?? 0,
      };
    },
    { address, restMs: REST_MS, limitMs: LIMIT_MS },
  );
}

/** A unit that drove with short stops for so many whole days, as the log has them after each night. */
async function fill(
  { owner, pipeline }: BenchDatabase,
  days: number,
  points: number,
): Promise<{ readonly imei: string; readonly firstDay: number }> {
  const { accountId } = await makePerson(owner);
  const imei = '350000000000001';
  const { rows } = await sql<{ trackerId: number }>`
    WITH t AS (INSERT INTO tracker (imei, protocol) VALUES (${imei}, ${hardwareOf().protocol}) RETURNING id),
    u AS (INSERT INTO unit (account_id, name) VALUES (${accountId}, 'Long drive') RETURNING id)
    INSERT INTO fitting (account_id, unit_id, tracker_id, during) SELECT ${accountId}, u.id, t.id, '[2020-01-01,)' FROM t, u
    RETURNING tracker_id AS "trackerId"`.execute(owner);
  const trackerId = rows[0]?.trackerId ?? 0;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const firstDay = today - days * DAY_MS;
  // Speeds as of a road: they rise and fall, and are not another one each time.
  const records = workingDay(1, days * points).map((record, i) => ({
    ...record,
    timeMs: firstDay + Math.floor((i * DAY_MS) / points),
    speedKmh: record.speedKmh === 0 ? 0 : 55 + Math.round(45 * Math.sin(i / 25)),
  }));
  await ensurePartitions(pipeline, new Date(firstDay), new Date(today));
  const now = new Date(today);
  for (let at = 0; at < records.length; at += PER_SEGMENT) {
    const columns = columnsOf(records.slice(at, at + PER_SEGMENT));
    await append(pipeline, prepare([{ trackerId, columns, bytes: 1, settle: () => {} }], now, 24));
  }
  const memory = createStateMemory();
  while ((await projectNext(ENGINE, pipeline, now, { trackers: 1, segments: 64 }, { memory })).trackers > 0);
  await mergeClosedDays({ db: pipeline, now: () => now });
  await sql`ANALYZE`.execute(owner);
  return { imei, firstDay };
}
