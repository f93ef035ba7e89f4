import type { Projection, Run, Written } from '../../../core/engine/projections.ts';
import type { TripsState } from '../../trips/clock-rules.ts';
import {
  datedEcoOf,
  notedTimesFrom,
  notedWithin,
  removeNoted,
  saveNoted,
  type StoredNoted,
  type UnitNoted,
} from './repository.ts';
import { copyEco, type DatedEco, type EcoState, judge, judgingAt, type Noted, nothingJudged } from './rules.ts';

type Used = { readonly trips: TripsState };
type EcoRun = Run<EcoState, Noted, DatedEco, Used>;
type Tx = Parameters<typeof ecoProjection.write>[0];

/** What was noted of a unit's driving is different within the span. */
export const ECO_NOTED = 'eco.noted';

/** REP-013: how units were driven. */
export const ecoProjection: Projection<EcoState, Noted, DatedEco, Used> = {
  name: 'eco',
  version: 1,
  tables: ['eco_event', 'eco_trip'],
  uses: ['trips'],
  inputs: datedEcoOf,
  initial: nothingJudged,
  copy: copyEco,
  advance(state, { timeMs, columns, row, values }, dated, { trips }, emit) {
    const { fix: at, candidate } = trips;
    // Only a position that trips are made of is believed.
    const fix =
      at?.timeMs === timeMs
        ? {
            latE7: at.latE7,
            lonE7: at.lonE7,
            speedKmh: columns.speedKmh[row] as number,
            headingDeg: columns.headingDeg[row] as number,
          }
        : null;
    judge(state, { timeMs, values, fix, at, tripStartMs: candidate?.startMs ?? null }, judgingAt(dated, timeMs), emit);
    return false;
  },
  restsOn: (db, unitId, from) => notedTimesFrom(db, unitId, from.lastMs),
  async write(db, runs): Promise<Written> {
    const removed = new Map<EcoRun, readonly StoredNoted[]>();
    for (const run of runs) if (run.again) removed.set(run, await replaced(db, run, run.again));
    await saveNoted(db, runs.filter(({ cause }) => cause === 'new').flatMap(notedOf));
    return {
      changes: runs.flatMap((run) => {
        const { unitId, accountId } = run.unit;
        const times = [...run.effects, ...(removed.get(run) ?? [])].flatMap(({ atMs, notedMs }) => [atMs, notedMs]);
        if (times.length === 0) return [];
        return [{ topic: ECO_NOTED, unit: { unitId, accountId }, fromMs: Math.min(...times), toMs: Math.max(...times) }];
      }),
    };
  },
};

const notedOf = ({ unit: { unitId, accountId }, effects }: EcoRun): UnitNoted[] =>
  effects.map((noted) => ({ unit: { unitId, accountId }, ...noted }));

const keyOf = ({ kind, notedMs }: StoredNoted): string => `${kind} ${notedMs}`;

/**
 * Puts what a stretch of history shows in place of what stands in it. Each row belongs to the record that showed it, so those of the span are
 * its own; what rests on records that the log no longer holds stays. Answers what is gone.
 */
async function replaced(db: Tx, run: EcoRun, { span, gone }: NonNullable<EcoRun['again']>): Promise<readonly StoredNoted[]> {
  const { unitId } = run.unit;
  const stored = await notedWithin(db, unitId, span.fromMs, span.toMs);
  const rests = ({ atMs, notedMs }: StoredNoted): boolean => gone.has(atMs) || gone.has(notedMs);
  const standing = stored.filter(rests);
  const made = notedOf(run).filter((each) => !standing.some((old) => old.kind === each.kind && overlap(old, each)));
  const kept = new Set(made.map(keyOf));
  const removed = stored.filter((row) => !rests(row) && !kept.has(keyOf(row)));
  await removeNoted(db, unitId, removed);
  await saveNoted(db, made);
  return removed;
}

const overlap = (a: StoredNoted, b: StoredNoted): boolean => a.atMs <= b.notedMs && b.atMs <= a.notedMs;
