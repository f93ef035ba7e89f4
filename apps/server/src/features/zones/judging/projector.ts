import type { Projection, Run, Written } from '../../../core/engine/projections.ts';
import type { TripsState } from '../../trips/clock-rules.ts';
import {
  crossingsFrom,
  crossingTimesFrom,
  datedZonesOf,
  namesOf,
  removeCrossings,
  saveCrossings,
  type StoredCrossing,
  type UnitCrossing,
} from './repository.ts';
import { copyZones, type Crossing, crossZones, type DatedZones, nothingCrossed, type ZonesState } from './rules.ts';

type Used = { readonly trips: TripsState };
type ZonesRun = Run<ZonesState, Crossing, DatedZones, Used>;
type Tx = Parameters<typeof zonesProjection.write>[0];

/** GEO-019: which zones units left and entered. Who is told of it is another matter. */
export const zonesProjection: Projection<ZonesState, Crossing, DatedZones, Used> = {
  name: 'zones',
  version: 1,
  tables: ['zone_crossing'],
  uses: ['trips'],
  inputs: datedZonesOf,
  initial: nothingCrossed,
  copy: copyZones,
  advance(state, { timeMs, columns, row, values }, dated, { trips: { fix } }, emit) {
    // Only a position that trips are made of is believed.
    if (fix?.timeMs === timeMs)
      crossZones(
        state,
        { timeMs, latE7: fix.latE7, lonE7: fix.lonE7, speedKmh: columns.speedKmh[row] as number, values },
        dated,
        emit,
      );
    return false;
  },
  restsOn: (db, unitId, from) => crossingTimesFrom(db, unitId, from.last?.timeMs ?? null),
  async write(db, runs): Promise<Written> {
    const news: UnitCrossing[] = [];
    for (const run of runs) if (run.again) news.push(...(await replaced(db, run, run.again)));
    const fresh = runs.filter(({ cause }) => cause === 'new').flatMap(crossingsOf);
    await saveCrossings(db, fresh);
    news.push(...fresh);
    if (news.length === 0) return {};
    const names = await namesOf(
      db,
      news.map(({ zoneId }) => zoneId),
    );
    return {
      events: [
        {
          name: 'zones-crossed',
          crossings: news.map((crossing) => {
            const { name = '', isArmed = false } = names.get(crossing.zoneId) ?? {};
            return { ...crossing, zoneName: name, isArmed };
          }),
        },
      ],
    };
  },
};

const crossingsOf = ({ unit: { unitId, accountId }, effects }: ZonesRun): UnitCrossing[] =>
  effects.map((crossing) => ({ unit: { unitId, accountId }, ...crossing }));

const keyOf = ({ zoneId, atMs }: StoredCrossing): string => `${zoneId} ${atMs}`;
const storedOf = ({ zoneId, direction, at }: Crossing): StoredCrossing => ({ zoneId, direction, atMs: at.timeMs });

/** When a position waits for the next one to say the same, by zone. */
const pendingIn = ({ zones }: ZonesState): Map<string, number> =>
  new Map(Object.entries(zones).flatMap(([zoneId, { pending }]) => (pending ? [[zoneId, pending.timeMs] as const] : [])));

/**
 * Puts what a stretch of history makes in place of what stands in it, but for what rests on records that the log no longer holds. Answers
 * what of it nobody has noticed before: a unit that was known to be on that side at that time, and only came there sooner or later now, is
 * no news.
 */
async function replaced(
  db: Tx,
  run: ZonesRun,
  { span, from, meetsBefore, gone }: NonNullable<ZonesRun['again']>,
): Promise<UnitCrossing[]> {
  const { unitId } = run.unit;
  const waited = pendingIn(from);
  // Where the states agree again, what waits there was confirmed as it was before.
  const waits = meetsBefore ? pendingIn(run.state) : new Map<string, number>();
  const stored = await crossingsFrom(db, unitId, Math.min(span.fromMs, ...waited.values()));
  const isOurs = ({ zoneId, atMs }: StoredCrossing): boolean =>
    waits.get(String(zoneId)) !== atMs && (waited.get(String(zoneId)) === atMs || (atMs >= span.fromMs && atMs < span.toMs));
  const rests = ({ atMs }: StoredCrossing): boolean => gone.has(atMs);
  const standing = stored.filter((each) => !isOurs(each) || rests(each));
  const before = sidesOf(stored);
  const kept = sidesOf(stored.filter((each) => isOurs(each) && rests(each)));
  const all = crossingsOf(run);
  const sides = sidesOf([...all.map(storedOf), ...standing].sort((a, b) => a.atMs - b.atMs));
  const sideOf = new Map(sides.map((side) => [keyOf(side), side]));
  const among = (list: readonly Side[], crossing: UnitCrossing): boolean => {
    const side = sideOf.get(keyOf(storedOf(crossing)));
    return side !== undefined && list.some((each) => overlap(each, side));
  };
  const made = all.filter((crossing) => !among(kept, crossing));
  const madeKeys = new Set(made.map((crossing) => keyOf(storedOf(crossing))));
  await removeCrossings(
    db,
    unitId,
    stored.filter((each) => isOurs(each) && !rests(each) && !madeKeys.has(keyOf(each))),
  );
  await saveCrossings(db, made);
  return run.cause === 'rebuild' ? [] : made.filter((crossing) => !among(before, crossing));
}

/** On which side of a zone a unit was, from a crossing to the next one. */
interface Side extends StoredCrossing {
  readonly untilMs: number;
}

/** `crossings` are in order of time. */
function sidesOf(crossings: readonly StoredCrossing[]): Side[] {
  const next = new Map<number, number>();
  return crossings
    .toReversed()
    .map((crossing) => {
      const side = { ...crossing, untilMs: next.get(crossing.zoneId) ?? Infinity };
      next.set(crossing.zoneId, crossing.atMs);
      return side;
    })
    .toReversed();
}

const overlap = (a: Side, b: Side): boolean =>
  a.zoneId === b.zoneId && a.direction === b.direction && a.atMs < b.untilMs && b.atMs < a.untilMs;
