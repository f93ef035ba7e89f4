import { hardwareOf } from '@spora/protocols/list';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { LOG_CHANNEL } from '@spora/server/core/log/segments';
import { LIVE_CHANNEL } from '@spora/server/platform/live/hub';
import { createPostgresWake } from '@spora/server/platform/wake/postgres-wake';
import { sql } from 'kysely';
import { type BenchDatabase, benchDatabase, numbersOf, silentLog } from './gateway-bench.ts';
import type { MapPeerOrder } from './map-peer.ts';
import { makePerson, openBrowser, signIn, startProduct } from './shown-product.ts';

export const title = 'Map: socket to pixel, main thread, frames and heap of the live map in a browser';
export const small = ['--units', '600', '--rate', '20', '--seconds', '3', '--reports', '2', '--panning', '1', '--width', '1040'];

/** Sockets; the other units are on the map and keep still. */
const TRACKERS_MAX = 500;
/** What hangs fails; what waits for its turn on a busy machine does not. */
const DRAW_LIMIT_MS = 180_000;
/** Apart enough that a slow report is still told from the next one. */
const PROBE_MS = 1_730;
const REST_MS = 2_000;
/** Drawn and clustered, and the first glides are over. */
const SETTLE_MS = 3_000;

/**
 * `--units --rate --seconds --reports --clustered 0 --panning --width`: the whole product with a database of its own, a browser that shows the fleet, and
 * trackers that report over TCP. The probe stands alone in the middle of the picture and turns at each report; what is
 * timed is from writing its frame to the first drawn frame in which its pixels differ, stage by stage.
 */
export async function run(args: readonly string[]): Promise<void> {
  const options = numbersOf(args, { units: 2_000, rate: 100, seconds: 10, reports: 100, clustered: 1, panning: 4, width: 1440 });
  const { units = 0, rate = 0, seconds = 0, reports = 0, clustered = 1, panning = 0, width = 0 } = options;
  const database = await benchDatabase();
  const stops: (() => Promise<unknown>)[] = [() => database.close()];
  try {
    const fleet = await fill(database, units, clustered !== 0);
    const product = await startProduct(database);
    stops.unshift(product.stop);
    const browser = await openBrowser();
    stops.unshift(() => browser.close());
    const page = await browser.newPage({ viewport: { width, height: Math.round((width * 5) / 8) }, locale: 'sv-SE' });
    const drawnMs = await openMap(page, product.url);
    await page.mouse.move(0, 0);
    console.log(`${units} units${clustered ? ', clustered' : ''}: signed in, listed and drawn after ${drawnMs.toFixed(0)} ms`);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

    await sleep(SETTLE_MS);
    report('at rest', await during(page, cdp, () => sleep(REST_MS)));
    const drive = async (phase: Pick<MapPeerOrder, 'seconds' | 'probeEveryMs'>, meanwhile: () => Promise<void>) => {
      const order: MapPeerOrder = { port: product.trackerPort, ...fleet, perSecond: rate, ...phase };
      const peer = fork(new URL('map-peer.ts', import.meta.url), [JSON.stringify(order)]);
      stops.unshift(async () => peer.kill());
      await once(peer, 'message');
      const [[sentMs]] = await Promise.all([once(peer, 'message') as Promise<[number[]]>, meanwhile()]);
      return sentMs;
    };
    await drive({ seconds }, async () => {
      report(`${rate} updates/s`, await during(page, cdp, () => sleep((seconds - 1) * 1000)), '   goal 20 %');
    });
    // Apart from the others: reading pixels back costs the main thread more than all the rest.
    const ears = await hearProbe(database, fleet.probe);
    await page.evaluate((unitId) => (globalThis as unknown as Seam).spora.watch(unitId), fleet.probe.unitId);
    const sentMs = await drive({ seconds: Math.max(seconds, (reports * PROBE_MS) / 1000), probeEveryMs: PROBE_MS }, () =>
      sleep(0),
    );
    const inPage = await page.evaluate(() => (globalThis as unknown as Seam).spora.unwatch());
    await ears.stop();
    tellLatencies(sentMs, { ...ears.heardMs, ...inPage });
    await drive({ seconds: panning + 2 }, async () => {
      report(`${rate} updates/s while panning`, await during(page, cdp, () => pan(page, panning)));
    });
  } finally {
    for (const stop of stops) await stop();
  }
}

/** The unit whose way is timed. */
interface Probe {
  readonly trackerId: number;
  readonly unitId: number;
}

/** Units around an empty middle, where the probe stands alone: the first is the probe. */
async function fill(
  { owner }: BenchDatabase,
  units: number,
  isClustered: boolean,
): Promise<Pick<MapPeerOrder, 'trackers'> & { readonly probe: Probe }> {
  const { accountId, memberId } = await makePerson(owner);
  const shown = { search: '', states: [], kinds: [], departments: [], projects: [], tags: [], sort: 'name', descending: false };
  const options = { ...shown, filter_map: false, cluster: isClustered, show_titles: false, closed_groups: [] };
  await sql`INSERT INTO member_setting (account_id, member_id, key, value, updated_at)
    VALUES (${accountId}, ${memberId}, 'tracking.search-options', ${JSON.stringify(options)}, now())`.execute(owner);
  // The ring keeps a fifth of the picture free; east and west of it alike, so that the picture's middle is the probe.
  const { rows } = await sql<MapPeerOrder['trackers'][number] & Probe>`
    WITH u AS (INSERT INTO unit (account_id, name) SELECT ${accountId}, 'Unit ' || lpad(i::text, 5, '0') FROM generate_series(1, ${units}::int) i RETURNING id),
    t AS (INSERT INTO tracker (imei, protocol) SELECT '35' || lpad(i::text, 13, '0'), ${hardwareOf().protocol} FROM generate_series(1, ${units}::int) i RETURNING id, imei),
    p AS (SELECT u.id AS unit_id, t.id AS tracker_id, t.imei, n FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM u) u
      JOIN (SELECT id, imei, row_number() OVER (ORDER BY id) AS n FROM t) t USING (n)),
    f AS (INSERT INTO fitting (account_id, unit_id, tracker_id, during) SELECT ${accountId}, unit_id, tracker_id, '[2020-01-01,)' FROM p),
    l AS (INSERT INTO unit_latest (unit_id, account_id, last_contact_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites, state, report_interval_s, named)
      SELECT unit_id, ${accountId}, now() - interval '2 minutes', now() - interval '2 minutes',
        595000000 + CASE WHEN n = 1 THEN 0 ELSE round(sin(n) * (0.45 + 0.55 * ((n * 7919) % 1000) / 1000.0) * 8e6) END,
        160000000 + CASE WHEN n = 1 THEN 0 ELSE round(cos(n) * (0.45 + 0.55 * ((n * 7919) % 1000) / 1000.0) * 24e6) END,
        50, 90, 30, 11, 'moving', 60, '{"ignition": true}' FROM p RETURNING unit_id, lat_e7, lon_e7)
    SELECT imei, tracker_id AS "trackerId", unit_id AS "unitId", lat_e7 AS "latE7", lon_e7 AS "lonE7" FROM p JOIN l USING (unit_id) ORDER BY n`.execute(
    owner,
  );
  await sql`ANALYZE`.execute(owner);
  const step = Math.ceil(units / TRACKERS_MAX);
  const [probe] = rows;
  if (!probe) throw new Error('a fleet without units has no probe');
  return { trackers: rows.filter((_, i) => i % step === 0), probe };
}

/** When (as `Date.now()`) the probe's reports were stored in the log, and when they were told to the hub as projected. */
async function hearProbe({ engine }: BenchDatabase, { trackerId, unitId }: Probe) {
  const wake = createPostgresWake({ url: engine.urls.pipeline, log: silentLog });
  const heardMs = { stored: [] as number[], projected: [] as number[] };
  const ears = [
    wake.listen(LOG_CHANNEL, {
      onMessage: (ids) => ids.includes(trackerId) && heardMs.stored.push(Date.now()),
      onBegun: () => {},
    }),
    wake.listen(LIVE_CHANNEL, {
      onMessage: ({ position }) => position?.includes(unitId) && heardMs.projected.push(Date.now()),
      onBegun: () => {},
    }),
  ];
  await Promise.all(ears.map(({ begun }) => begun));
  return { heardMs, stop: () => Promise.all(ears.map((ear) => ear.stop())) };
}

/** When (as `Date.now()`) the page read the probe's position, sent changes to the map's worker, had its answer, and showed other pixels. */
type InPageMs = Record<'read' | 'sent' | 'answered' | 'drawn', number[]>;

/** What the measured page tells: frames in which the map was drawn, long tasks, and the probe's way through the page. */
interface Seam {
  spora: { frames: number; longTaskMs: number; watch: (unitId: number) => void; unwatch: () => InPageMs };
}

/** Runs in the page before its own scripts. Reading the picture back needs its buffer kept. */
function observePage(): void {
  const seenMs: InPageMs = { read: [], sent: [], answered: [], drawn: [] };
  let watching = 0;
  const unwatch = (): InPageMs => {
    cancelAnimationFrame(watching);
    return seenMs;
  };
  const seam: Seam['spora'] = { frames: 0, longTaskMs: 0, watch, unwatch };
  (globalThis as unknown as Seam).spora = seam;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    return getContext.call(this, kind, kind.startsWith('webgl') ? { ...options, preserveDrawingBuffer: true } : options);
  } as typeof getContext;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const drawElements = WebGL2RenderingContext.prototype.drawElements;
  let frameMs: CSSNumberish | null = null;
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    if (frameMs !== document.timeline.currentTime) {
      frameMs = document.timeline.currentTime;
      seam.frames += 1;
    }
    drawElements.apply(this, args);
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seam.longTaskMs += duration;
  }).observe({ type: 'longtask' });

  function watch(unitId: number): void {
    watchStream(`{"id":${unitId},`);
    watchWorker();
    watchPixels();
  }

  function watchStream(probe: string): void {
    const { parse } = JSON;
    JSON.parse = (text: string, ...more) => {
      if (text.includes(probe) && text.startsWith('{"kind":"position"')) seenMs.read.push(Date.now());
      return parse(text, ...more) as unknown;
    };
  }

  /** The map's own calls of its worker that bring it data: 'LD' in its messages. */
  function watchWorker(): void {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
    const { postMessage } = Worker.prototype;
    const open = new Set<string>();
    const heard = new WeakSet<Worker>();
    Worker.prototype.postMessage = function (this: Worker, message: { type?: string; id: string }, ...more: unknown[]) {
      if (message.type === 'LD') {
        open.add(message.id);
        seenMs.sent.push(Date.now());
        if (!heard.has(this))
          this.addEventListener('message', ({ data }: MessageEvent<{ id: string }>) => {
            if (open.delete(data.id)) seenMs.answered.push(Date.now());
          });
        heard.add(this);
      }
      postMessage.call(this, message, ...(more as []));
    };
  }

  function watchPixels(): void {
    const map = document.querySelector<HTMLCanvasElement>('canvas.maplibregl-canvas');
    const size = 60;
    const copy = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true });
    if (!map || !copy) throw new Error('there is no map to watch');
    let before = '';
    let framesBefore = -1;
    const look = (): void => {
      watching = requestAnimationFrame(look);
      // What was not drawn again is as it was: reading it back would only keep the map from drawing.
      if (seam.frames === framesBefore) return;
      framesBefore = seam.frames;
      copy.drawImage(map, (map.width - size) / 2, (map.height - size) / 2, size, size, 0, 0, size, size);
      const now = copy.getImageData(0, 0, size, size).data.join();
      if (before && now !== before) seenMs.drawn.push(Date.now());
      before = now;
    };
    look();
  }
}

/** Signs in and waits for list and map; answers how long that took. */
async function openMap(page: Page, url: string): Promise<number> {
  await page.addInitScript(observePage);
  const began = await signIn(page, url);
  await page.getByRole('option').first().waitFor({ timeout: DRAW_LIMIT_MS });
  await page.locator('canvas.maplibregl-canvas').waitFor({ timeout: DRAW_LIMIT_MS });
  await page.waitForFunction(() => (globalThis as unknown as Seam).spora.frames > 0, undefined, { timeout: DRAW_LIMIT_MS });
  return performance.now() - began;
}

interface Figures {
  readonly ms: number;
  /** CPU time of the page's main thread. */
  readonly mainMs: number;
  readonly longTaskMs: number;
  readonly frames: number;
  readonly heapBytes: number;
}

async function during(page: Page, cdp: CDPSession, work: () => Promise<void>): Promise<Figures> {
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const { frames, longTaskMs } = await page.evaluate(() => {
      const { frames, longTaskMs } = (globalThis as unknown as Seam).spora;
      return { frames, longTaskMs };
    });
    const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
    return {
      at: performance.now(),
      mainMs: metric('TaskDuration') * 1000,
      heapBytes: metric('JSHeapUsedSize'),
      frames,
      longTaskMs,
    };
  };
  const before = await read();
  await work();
  const after = await read();
  return {
    ms: after.at - before.at,
    mainMs: after.mainMs - before.mainMs,
    longTaskMs: after.longTaskMs - before.longTaskMs,
    frames: after.frames - before.frames,
    heapBytes: after.heapBytes,
  };
}

function report(name: string, { ms, mainMs, longTaskMs, frames, heapBytes }: Figures, goal = ''): void {
  console.log(
    `${name}: main thread ${((mainMs / ms) * 100).toFixed(0)} %${goal}, ${frames > 0 ? (mainMs / frames).toFixed(1) : '-'} ms a frame, ` +
      `${((frames / ms) * 1000).toFixed(1)} frames/s, tasks over 50 ms ${((longTaskMs / ms) * 100).toFixed(0)} % of the time, ` +
      `heap ${(heapBytes / 1e6).toFixed(0)} MB`,
  );
}

async function pan(page: Page, seconds: number): Promise<void> {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (!box) throw new Error('there is no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const until = performance.now() + seconds * 1000;
  for (let step = 0; performance.now() < until; step += 1) {
    await page.mouse.move(x + Math.sin(step / 8) * 150, y + Math.cos(step / 8) * 100);
    await sleep(16);
  }
  await page.mouse.up();
}

/** The stages of a report's way, in their order. */
const STAGES = {
  stored: 'written by the tracker, stored',
  projected: 'projected',
  read: 'gathered, sent, read in the page',
  sent: 'waited for the map',
  answered: 'clustered in the worker',
  drawn: 'drawn',
} as const;

/** Each report's way: of each stage the first time after the stage before, if its pixels differ before the next report. */
function tellLatencies(sentMs: readonly number[], seenMs: Readonly<Record<keyof typeof STAGES, readonly number[]>>): void {
  const stages = Object.keys(STAGES) as (keyof typeof STAGES)[];
  const ways = sentMs.flatMap((sent, i) => {
    const at = [sent];
    for (const stage of stages) at.push(seenMs[stage].find((ms) => ms >= (at.at(-1) ?? sent)) ?? Infinity);
    return (at.at(-1) ?? Infinity) < (sentMs[i + 1] ?? Infinity) ? [at] : [];
  });
  const shares = (values: readonly number[]): string => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
    return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms`;
  };
  console.log(
    `socket to pixel: ${ways.length} of ${sentMs.length} reports seen, ${shares(ways.map((way) => (way.at(-1) ?? NaN) - (way[0] ?? NaN)))}   goal p95 500 ms`,
  );
  for (const [i, stage] of stages.entries())
    console.log(`  ${STAGES[stage]}: ${shares(ways.map((way) => (way[i + 1] ?? NaN) - (way[i] ?? NaN)))}`);
}
