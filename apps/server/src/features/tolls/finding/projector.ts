import { copyFinder, find, type FinderState, flush, type FoundPassage, nothingFound } from '@spora/tolls/finder';
import type { Projection, Run, Written } from '../../../core/engine/projections.ts';
import { offSpansOf, wasOnAt } from '../../../core/fleet/unit-features.ts';
import type { Span } from '../../../core/log/spans.ts';
import type { TripsState } from '../../trips/clock-rules.ts';
import { foundTimesFrom, passagesFoundIn, removePassages, savePassages, type UnitPassage } from './repository.ts';

interface TollsState {
  finder: FinderState;
}
/** A passage, with the time of the record that settled it. */
interface Settled extends FoundPassage {
  readonly foundMs: number;
}
type Used = { readonly trips: TripsState };
type TollsRun = Run<TollsState, Settled, readonly Span[], Used>;

/**
 * REP-014: which control points units passed. What it costs is no part of it, so that another tariff needs no record read again. While the
 * feature is off, nothing is found (FEAT-001).
 */
export const tollsProjection: Projection<TollsState, Settled, readonly Span[], Used> = {
  name: 'tolls',
  version: 1,
  tables: ['toll_passage'],
  uses: ['trips'],
  inputs: (db, unitIds) => offSpansOf(db, unitIds, 'tolls'),
  initial: () => ({ finder: nothingFound() }),
  copy: ({ finder }) => ({ finder: copyFinder(finder) }),
  advance(state, { timeMs }, offSpans, { trips: { fix, candidate } }, emit) {
    if (!wasOnAt(offSpans, timeMs)) {
      if (state.finder.timeMs !== null) state.finder = nothingFound();
      return false;
    }
    const tell = (passage: FoundPassage): void => emit({ ...passage, timeMs: Math.round(passage.timeMs), foundMs: timeMs });
    // Only a position that trips are made of is believed.
    if (fix?.timeMs === timeMs) find(state.finder, { timeMs, latE7: fix.latE7, lonE7: fix.lonE7 }, tell);
    if (candidate === null) flush(state.finder, tell);
    return false;
  },
  restsOn: (db, unitId, { finder }) => foundTimesFrom(db, unitId, finder.timeMs),
  async write(db, runs): Promise<Written> {
    for (const run of runs) if (run.again) await replace(db, run, run.again);
    await savePassages(db, runs.filter(({ cause }) => cause === 'new').flatMap(passagesOf));
    return {};
  },
};

const passagesOf = ({ unit: { unitId, accountId }, effects }: TollsRun): UnitPassage[] =>
  effects.map((passage) => ({ unit: { unitId, accountId }, ...passage }));

/** Puts what a stretch of history makes in place of what stands in it, but for what rests on records that the log no longer holds. */
async function replace(
  db: Parameters<typeof tollsProjection.write>[0],
  run: TollsRun,
  { span, from, gone }: NonNullable<TollsRun['again']>,
): Promise<void> {
  const { unitId } = run.unit;
  const made = passagesOf(run);
  const keyOf = ({ stationId, timeMs }: Pick<UnitPassage, 'stationId' | 'timeMs'>): string => `${stationId} ${timeMs}`;
  const kept = new Set(made.map(keyOf));
  const stored = await passagesFoundIn(db, unitId, span);
  // Where the history begins within a way that was driven, what came before its first record is not found again.
  const rests = ({ timeMs, foundMs }: Pick<UnitPassage, 'timeMs' | 'foundMs'>): boolean =>
    gone.has(foundMs) || (from.finder.timeMs === null && timeMs < span.fromMs);
  await removePassages(
    db,
    unitId,
    stored.filter((passage) => !rests(passage) && !kept.has(keyOf(passage))),
  );
  await savePassages(db, made);
}
