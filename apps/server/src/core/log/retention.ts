import { DAY_MS } from '@spora/calendar/durations';
import type { RecordColumns } from '@spora/telemetry/columns';
import { digestOf, splitByUtcDay } from '@spora/telemetry/record-set';
import { decodeSegment, encodeMergedSegment } from '@spora/telemetry/segment';
import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { ensurePartitions, type SegmentRow } from './segments.ts';
import { isWorthMerging, mergeSegments, withoutSpan } from './spans.ts';
import * as partitions from './partitions.ts';

export interface RetentionDeps {
  readonly db: Kysely<Db>;
  readonly now: () => Date;
  /** So many trackers are looked through, and cleared, in one statement. */
  readonly trackersAtOnce?: number;
  /** Keeps everybody else from computing a unit until the transaction ends. */
  readonly hold?: (tx: Kysely<Db>, unit: { readonly unitId: number; readonly accountId: AccountId }) => Promise<void>;
}

const TRACKERS_AT_ONCE = 500;

/** All trackers with something projected, a few at a time: neither a statement nor a list grows with the fleet. */
async function* trackerGroups({ db, trackersAtOnce = TRACKERS_AT_ONCE }: RetentionDeps): AsyncGenerator<number[]> {
  let after = 0;
  for (;;) {
    const ids = await partitions.trackersAfter(db, after, trackersAtOnce);
    if (ids.length > 0) yield ids;
    if (ids.length < trackersAtOnce) return;
    after = ids.at(-1) as number;
  }
}

const AHEAD_DAYS = 62;
const BACK_DAYS = 31;
/** Late data reaches back; an older day is merged when the whole log is looked at. */
const RECENT_DAYS = 40;
const FORGOTTEN_DAYS = 90;

/** The months that trackers report for today and soon; older ones are made when a record asks for them. */
export async function ensurePartitionsAhead({ db, now }: RetentionDeps): Promise<void> {
  const at = now().getTime();
  await ensurePartitions(db, new Date(at - BACK_DAYS * DAY_MS), new Date(at + AHEAD_DAYS * DAY_MS));
}

export interface MergeFigures {
  readonly days: number;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
}

/**
 * Merges the rows of each tracker's closed days into few large ones. Only what is projected, each day in a transaction of its
 * own: appending goes on beside it, and doing it again changes nothing.
 */
export async function mergeClosedDays(
  deps: RetentionDeps,
  { days = RECENT_DAYS }: { days?: number } = {},
): Promise<MergeFigures> {
  const today = Math.floor(deps.now().getTime() / DAY_MS);
  const [from, to] = [new Date((today - days) * DAY_MS), new Date(today * DAY_MS)];
  const figures = { days: 0, rowsBefore: 0, rowsAfter: 0 };
  for await (const trackerIds of trackerGroups(deps)) {
    for (const { trackerId, day, rows, records } of await partitions.dividedDays(deps.db, trackerIds, from, to)) {
      if (!isWorthMerging(rows, records)) continue;
      const merged = await mergeDay(deps.db, trackerId, day);
      if (merged.before === 0) continue;
      figures.days++;
      figures.rowsBefore += merged.before;
      figures.rowsAfter += merged.after;
    }
  }
  return figures;
}

function mergeDay(db: Kysely<Db>, trackerId: number, day: number): Promise<{ before: number; after: number }> {
  return db.transaction().execute(async (tx) => {
    await partitions.lockForRewrite(tx, trackerId);
    const taken = await partitions.takeDay(tx, trackerId, day);
    const merged = mergeSegments(taken.map(({ seq, data }) => ({ seq, columns: decodeSegment(data) })));
    await partitions.putSegments(
      tx,
      merged.map(({ seq, columns }) => ({ ...rowOf(trackerId, columns), seq })),
    );
    return { before: taken.length, after: merged.length };
  });
}

const rowOf = (trackerId: number, columns: RecordColumns): SegmentRow => ({
  trackerId,
  t0Ms: columns.timeMs[0] as number,
  t1Ms: columns.timeMs[columns.n - 1] as number,
  n: columns.n,
  digest: digestOf(columns),
  data: encodeMergedSegment(columns),
});

export interface RetentionFigures {
  readonly rows: number;
  readonly rewritten: number;
}

/**
 * Takes out of the log what an account keeps no longer: the expired days of each of its fittings. A tracker that changed hands
 * within a day keeps the other's part of it. (Whole months go at the installation's maximum: platform/jobs/upkeep.ts.)
 */
export async function dropExpired(deps: RetentionDeps): Promise<RetentionFigures> {
  const { db } = deps;
  const at = deps.now();
  let rows = 0;
  let rewritten = 0;
  for await (const trackerIds of trackerGroups(deps)) {
    rows += await partitions.dropExpiredRows(db, trackerIds, at);
    for (const row of await partitions.straddlingRows(db, trackerIds, at)) if (await rewriteWithout(db, row)) rewritten++;
  }
  await partitions.dropForgotten(db, new Date(at.getTime() - FORGOTTEN_DAYS * DAY_MS));
  return { rows, rewritten };
}

function rewriteWithout(db: Kysely<Db>, { trackerId, seq, t0, spanFrom, spanTo }: partitions.StraddlingRow): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await partitions.lockForRewrite(tx, trackerId);
    const taken = await partitions.takeSegment(tx, trackerId, seq, t0);
    if (!taken) return false;
    const fromMs = spanFrom === null ? -Infinity : Number(spanFrom);
    const kept = withoutSpan(decodeSegment(taken.data), { fromMs, toMs: Number(spanTo) });
    const days = splitByUtcDay(kept);
    await partitions.putSegments(
      tx,
      days.map((columns) => ({ ...rowOf(trackerId, columns), seq })),
    );
    return true;
  });
}

/** So many private trips are erased in one round. */
const TRIPS_AT_ONCE = 200;

/**
 * ADM-021, SEC-015: takes out of the log what private trips were made of, as soon as their account keeps it no longer or their driver
 * asks for it: from the first
 * record of the trip to its last. Each trip in a transaction of its own; the trip itself stays, without its route. Answers how many.
 */
export async function erasePrivateTrips({ db, now, hold }: RetentionDeps): Promise<number> {
  let erased = 0;
  for (;;) {
    const trips = await partitions.expiredPrivateTrips(db, now(), TRIPS_AT_ONCE);
    for (const trip of trips)
      await db.transaction().execute(async (tx) => {
        await hold?.(tx, trip);
        for (const span of await partitions.fittedIn(tx, trip.unitId, trip.started_at, trip.ended_at)) await eraseSpan(tx, span);
        await partitions.markErased(tx, trip.id);
        await partitions.forgetAsked(tx, trip, now());
      });
    erased += trips.length;
    if (trips.length < TRIPS_AT_ONCE) return erased;
  }
}

/** Takes out of the log all that an account's trackers reported while they were its own; what others reported with them stays. */
export async function erasePositionsOf({ db }: RetentionDeps, accountId: number): Promise<{ rows: number }> {
  let rows = 0;
  for (const span of await partitions.fittedInAccount(db, accountId))
    rows += await db.transaction().execute((tx) => eraseSpan(tx, span));
  return { rows };
}

/** A tracker's records of a span; what lies in the same row outside of it is written again. Answers how many rows were touched. */
async function eraseSpan(tx: Kysely<Db>, span: partitions.FittedSpan): Promise<number> {
  await partitions.lockForRewrite(tx, span.trackerId);
  const taken = await partitions.takeSpan(tx, span);
  const bounds = { fromMs: span.fromMs ?? -Infinity, toMs: span.toMs ?? Infinity };
  const kept = taken.flatMap(({ seq, data }) =>
    splitByUtcDay(withoutSpan(decodeSegment(data), bounds))
      .filter(({ n }) => n > 0)
      .map((columns) => ({ ...rowOf(span.trackerId, columns), seq })),
  );
  if (kept.length > 0) await partitions.putSegments(tx, kept);
  return taken.length;
}
