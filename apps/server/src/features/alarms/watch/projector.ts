import type { Projection, Run, Written } from '../../../core/engine/projections.ts';
import type { TripsState } from '../../trips/clock-rules.ts';
import {
  type ConditionKey,
  type StoredCondition,
  conditionTimesFrom,
  conditionsFrom,
  endConditions,
  openAgain,
  removeConditions,
  saveConditions,
} from './repository.ts';
import { watchSettingsOf } from './settings-repository.ts';
import {
  type DatedWatch,
  type UnitCondition,
  type WatchEffect,
  type WatchState,
  copyWatch,
  nothingWatched,
  watch,
  watchAt,
} from './rules.ts';

type Used = { readonly trips: TripsState };
type WatchRun = Run<WatchState, WatchEffect, readonly DatedWatch[], Used>;

/** ALARM-030: what units report that somebody is to know. Who is told of it, and whether, is another matter. */
export const watchProjection: Projection<WatchState, WatchEffect, readonly DatedWatch[], Used> = {
  name: 'watch',
  version: 1,
  tables: ['unit_condition'],
  uses: ['trips'],
  inputs: watchSettingsOf,
  initial: nothingWatched,
  copy: copyWatch,
  advance(state, { timeMs, columns, row, values }, dated, { trips }, emit) {
    // Only a position that trips are made of is believed.
    const fix =
      trips.fix?.timeMs === timeMs
        ? { latE7: trips.fix.latE7, lonE7: trips.fix.lonE7, speedKmh: columns.speedKmh[row] as number }
        : null;
    watch(state, { timeMs, values, fix, at: trips.fix, isDriven: trips.candidate !== null }, watchAt(dated, timeMs), emit);
    return false;
  },
  restsOn: (db, unitId, from) => conditionTimesFrom(db, unitId, from.lastMs),
  async write(db, runs): Promise<Written> {
    const began: UnitCondition[] = [];
    const ended: UnitCondition[] = [];
    for (const run of runs) {
      if (!run.again) continue;
      const different = await replaced(db, run, run.again);
      began.push(...different.began);
      ended.push(...different.ended);
    }
    const fresh = runs.filter(({ cause, effects }) => cause === 'new' && effects.length > 0).map(folded);
    await saveConditions(
      db,
      fresh.flatMap((made) => made.rows),
    );
    await endConditions(
      db,
      fresh.flatMap((made) => made.endings),
    );
    began.push(...fresh.flatMap((made) => made.rows));
    ended.push(...fresh.flatMap((made) => [...made.endings, ...made.rows.filter(({ endedMs }) => endedMs !== null)]));
    return {
      events: [
        ...(began.length > 0 ? [{ name: 'conditions-began' as const, conditions: began }] : []),
        ...(ended.length > 0 ? [{ name: 'conditions-ended' as const, conditions: ended }] : []),
      ],
    };
  },
};

const keyOf = ({ kind, subject, beganMs }: ConditionKey): string => `${kind} ${subject} ${beganMs}`;

/** What a run made: conditions that began in it, with their end if it came, and the ends of those that began before. */
function folded({ unit: { unitId, accountId }, effects }: WatchRun): { rows: UnitCondition[]; endings: UnitCondition[] } {
  const unit = { unitId, accountId };
  const rows = new Map<string, UnitCondition>();
  const endings: UnitCondition[] = [];
  for (const { is, condition } of effects) {
    const row = rows.get(keyOf(condition));
    if (is === 'began') rows.set(keyOf(condition), { unit, ...condition });
    else if (row) rows.set(keyOf(condition), { ...row, endedMs: condition.endedMs, value: condition.value });
    else endings.push({ unit, ...condition });
  }
  return { rows: [...rows.values()], endings };
}

/**
 * Puts what a stretch of history makes in place of what stands in it, but for what rests on records that the log no longer holds. Answers
 * what of it nobody has noticed before: a condition that was there at that time, and only begins or ends otherwise now, is none.
 */
async function replaced(
  db: Parameters<typeof watchProjection.write>[0],
  run: WatchRun,
  { span, from, meetsBefore, gone }: NonNullable<WatchRun['again']>,
): Promise<{ began: UnitCondition[]; ended: UnitCondition[] }> {
  const { unitId } = run.unit;
  const { rows, endings } = folded(run);
  const sinceMs = Math.min(span.fromMs, ...Object.values(from.pending));
  // Where the states agree again, what waits there became a condition as it did before.
  const waits = meetsBefore ? run.state.pending : {};
  const isIn = (pending: WatchState['pending'], { kind, subject, beganMs }: StoredCondition): boolean =>
    pending[subject ? `${kind} ${subject}` : kind] === beganMs;
  const isOurs = (row: StoredCondition): boolean => !isIn(waits, row) && (row.beganMs >= span.fromMs || isIn(from.pending, row));
  const stored = (await conditionsFrom(db, unitId, sinceMs, span.toMs)).filter(isOurs);
  const rests = ({ beganMs, endedMs }: StoredCondition): boolean => gone.has(beganMs) || (endedMs !== null && gone.has(endedMs));
  const standing = stored.filter(rests);
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const made = rows.filter((row) => !standing.some((old) => overlap(old, row)));
  const kept = new Set(made.map(keyOf));
  await removeConditions(
    db,
    unitId,
    stored.filter((row) => !rests(row) && !kept.has(keyOf(row))),
  );
  // Where the states agree again, what had not ended by then ended as it did before.
  const written = made.map((row) => {
    const old = before.get(keyOf(row));
    return row.endedMs === null && meetsBefore && old ? { ...row, endedMs: old.endedMs, value: old.value } : row;
  });
  await saveConditions(db, written);
  await endConditions(db, endings);
  if (!meetsBefore) {
    const isEnded = new Set(endings.map(keyOf));
    const opened = Object.entries(from.open).map(([key, { beganMs }]) => {
      const [kind = '', subject = ''] = key.split(' ');
      return { kind, subject, beganMs };
    });
    await openAgain(
      db,
      unitId,
      opened.filter((key) => !isEnded.has(keyOf(key))),
      gone,
    );
  }
  if (run.cause === 'rebuild') return { began: [], ended: [] };
  const isNews = (row: UnitCondition): boolean => !stored.some((old) => overlap(old, row));
  return { began: written.filter(isNews), ended: [...endings, ...written.filter(({ endedMs }) => endedMs !== null)] };
}

type Spanned = ConditionKey & { readonly endedMs: number | null };
const overlap = (a: Spanned, b: Spanned): boolean =>
  a.kind === b.kind && a.subject === b.subject && a.beganMs <= (b.endedMs ?? Infinity) && b.beganMs <= (a.endedMs ?? Infinity);
