import type { Kysely } from 'kysely';
import {
  type RoutePiece,
  type RoutePoint,
  encodeRoute,
  encodeRoutePiece,
  GROWING_ROUTE,
  joinRoute,
} from '@spora/telemetry/route';
import type { RecordColumns } from '@spora/telemetry/columns';
import { isContradictedAt } from '@spora/telemetry/quality';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import type { Change, Derived, Projection, Run, UnitKey, Written } from '../../core/engine/projections.ts';
import type { Announcement } from '../../platform/live/hub.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { POINT } from './candidate-rules.ts';
import { type Fix, type MotionState, type TripEffect, NO_MOTION, copyOf, openTrip, settle, takeFix } from './projection.ts';
import {
  type Proposal,
  type StoredTrip,
  type TripRow,
  type TripSoFar,
  countTrips,
  deleteTrips,
  insertTrips,
  silentWithTrip,
  proposeChanges,
  tellSoFar,
  tripEndsFrom,
  tripsFrom,
  tripsStartingAt,
  updateTrips,
} from './repository.ts';
import { layOver, layOverChanged } from './overlay-api.ts';
import { recomputeUnitDays } from './unit-days-api.ts';
import { type DatedSettings, DRIVERS_DIFFER, type MachineTrip, matchTrips, settingsAt } from './rules.ts';
import { settingsOf } from './settings-repository.ts';

/** Trips that begin within the span have just begun, or ended. */
const BEGAN_OR_ENDED = 'trips.began-or-ended';
/** The trips that begin within the span were made anew. */
const MADE_ANEW = 'trips.made-anew';
/** How far the unit had driven when trips began is different from the span on. */
const COUNTED = 'trips.counted';
/** Closed trips are different within the span. */
const CLOSED = 'trips.closed';

type Effect =
  | Extract<TripEffect, { kind: 'route' }>
  | { readonly kind: 'closed'; readonly trip: MachineTrip }
  /** The clock alone shows the trip to be over: only what is shown changes, not the machine's state. */
  | { readonly kind: 'over'; readonly trip: MachineTrip };
type TripRun = Run<MotionState, Effect, readonly DatedSettings[], object>;

/** The trips that units make (TRIP-026). */
export const tripsProjection: Projection<MotionState, Effect, readonly DatedSettings[], object> = {
  name: 'trips',
  version: 1,
  tables: ['trip', 'unit_day'],
  uses: [],
  initial: () => copyOf(NO_MOTION),
  copy: copyOf,
  stored: { pack: packMotion, unpack: unpackMotion },
  inputs: settingsOf,
  advance(state, { timeMs, columns, row, values }, settings = [], _used, emit) {
    const made: TripEffect[] = [];
    takeFix(state, fixOf(columns, row, values, settingsAt(settings, timeMs).privateSwitchInput), settings, made);
    let hasClosed = false;
    for (const effect of made)
      if (effect.kind === 'route') emit(effect);
      else {
        hasClosed = true;
        emit({ kind: 'closed', trip: effect.trip });
      }
    return hasClosed;
  },
  restsOn: (db, unitId, from) => tripEndsFrom(db, unitId, from.lastEndMs),
  clock: {
    due: silentWithTrip,
    tell(state, settings = [], _used, nowMs) {
      const { trip } = settle(state, nowMs, settings);
      return trip ? [{ kind: 'over', trip }] : [];
    },
  },
  async write(db, runs, now) {
    const again = await writeAgain(db, runs, now);
    const over = await writeOver(
      db,
      runs.filter(({ cause }) => cause === 'clock'),
      now,
    );
    const fresh = await writeNew(
      db,
      runs.filter(({ cause }) => cause === 'new'),
      now,
    );
    return joined([again, over, fresh]);
  },
};

/** What people said, who was checked in and the places are laid over trips; then trips are counted, and their days. */
export const tripsDerived: readonly Derived[] = [
  {
    name: 'overlays',
    topics: [BEGAN_OR_ENDED, MADE_ANEW, DRIVERS_DIFFER],
    async follow(db, changes) {
      await layOverChanged(db, spansOf(changes.filter(({ topic }) => topic === BEGAN_OR_ENDED)));
      await layOver(db, spansOf(changes.filter(({ topic }) => topic !== BEGAN_OR_ENDED)));
    },
  },
  { name: 'counts', topics: [COUNTED], follow: (db, changes) => countTrips(db, spansOf(changes)) },
  { name: 'days', topics: [CLOSED], follow: (db, changes) => recomputeUnitDays(db, spansOf(changes)) },
];

const spansOf = (changes: readonly Change[]) => changes.map(({ unit, fromMs, toMs }) => ({ unitId: unit.unitId, fromMs, toMs }));

interface Outcome {
  readonly changes: Change[];
  readonly finished: number[];
  readonly live: Announcement[];
}
const nothing = (): Outcome => ({ changes: [], finished: [], live: [] });
const joined = (outcomes: readonly Outcome[]): Written => {
  const ids = outcomes.flatMap(({ finished }) => finished);
  return {
    changes: outcomes.flatMap(({ changes }) => changes),
    live: outcomes.flatMap(({ live }) => live),
    events: ids.length > 0 ? [{ name: 'trip-finished', ids }] : [],
  };
};

const keyOf = (unitId: number, startMs: number): string => `${unitId} ${startMs}`;
const tell = (out: Outcome, { accountId, unitId }: UnitKey): void => void out.live.push({ accountId, unitId, kind: 'trip' });
const note = (out: Outcome, topic: string, { accountId, unitId }: UnitKey, fromMs: number, toMs: number): void =>
  void out.changes.push({ topic, unit: { accountId, unitId }, fromMs, toMs });

/** A trip with the pieces of its route that were made, all of them or the newest. */
interface MadeTrip {
  readonly unit: UnitKey;
  readonly trip: MachineTrip;
  readonly pieces: readonly RoutePiece[];
}

/** The pieces as they stand in a route that grows. */
const packed = (pieces: readonly RoutePiece[]): Uint8Array => Buffer.concat(pieces.map(encodeRoutePiece));

/** A route as it is stored: of a trip that is over one line, of one under way its pieces; null when there is none. */
function routeOf(trip: MachineTrip, before: RoutePoint[][], pieces: readonly RoutePiece[]): Uint8Array | null {
  const parts = pieces.reduce(joinRoute, before);
  if (parts.every((part) => part.length === 0)) return null;
  return trip.endRule === 'open' ? Buffer.concat([GROWING_ROUTE, packed(pieces)]) : encodeRoute(parts);
}

/** The trips of a run, each with what the run made of its route; the one under way last, if it is asked for. */
function tripsOf({ unit, effects, state, input = [] }: TripRun, withOpen: boolean): MadeTrip[] {
  const made: MadeTrip[] = [];
  let pieces: RoutePiece[] = [];
  for (const effect of effects)
    if (effect.kind === 'route') pieces.push(effect.piece);
    else {
      made.push({ unit, trip: effect.trip, pieces });
      pieces = [];
    }
  const open = withOpen ? openTrip(state, input) : null;
  if (open) made.push({ unit, trip: open, pieces });
  return made;
}

/**
 * Replaces what became different in a stretch that was computed again. A trip whose ends the log no longer holds stands in any case:
 * trips are kept longer than positions, and what is left of its records would make it another one. So does an attested trip: what
 * would change it is proposed to an administrator (TRIP-029).
 */
async function writeAgain(db: Kysely<Db>, runs: readonly TripRun[], now: Date): Promise<Outcome> {
  const out = nothing();
  const deleted: number[] = [];
  const updates: (TripRow & { id: number })[] = [];
  const inserts: TripRow[] = [];
  const proposals: Proposal[] = [];
  for (const run of runs) {
    const { unit, again, state } = run;
    if (!again) continue;
    const untilMs = again.meetsBefore ? state.lastEndMs : null;
    const passed = await tripsFrom(db, unit.unitId, { fromMs: again.from.lastEndMs, untilMs });
    const standing = passed.filter((trip) => trip.isAttested || again.gone.has(trip.startMs) || again.gone.has(trip.endMs));
    const replaced = passed.filter((trip) => !standing.includes(trip));
    const made = tripsOf(run, !again.meetsBefore);
    const written = made.filter(({ trip }) => !standing.some((old) => old.startMs < trip.endMs && trip.startMs < old.endMs));
    const matches = matchTrips(
      replaced,
      written.map(({ trip }) => trip),
    );
    const kept = new Set(matches);
    deleted.push(...replaced.flatMap((trip, i) => (kept.has(i) ? [] : [trip.id])));
    written.forEach(({ trip, pieces }, i) => {
      const old = replaced[matches[i] ?? -1];
      const row = { accountId: unit.accountId, unitId: unit.unitId, trip, route: routeOf(trip, [], pieces) };
      if (old) updates.push({ ...row, id: old.id });
      else inserts.push(row);
    });
    proposals.push(...proposalsFor(unit, standing, made));
    for (const { startMs, endMs } of [...replaced, ...written.map(({ trip }) => trip)]) {
      note(out, COUNTED, unit, startMs, endMs);
      note(out, CLOSED, unit, startMs, endMs);
    }
    const [first, last] = [written[0], written.at(-1)];
    if (first && last) note(out, MADE_ANEW, unit, first.trip.startMs, last.trip.startMs);
    tell(out, unit);
  }
  await deleteTrips(db, deleted);
  await updateTrips(db, updates, now);
  out.finished.push(...updates.map(({ id }) => id), ...(await insertTrips(db, inserts, now)));
  await proposeChanges(db, proposals, now);
  return out;
}

/** What the machine now makes of time that attested trips hold, where it is something else. */
const proposalsFor = (unit: UnitKey, standing: readonly StoredTrip[], made: readonly MadeTrip[]): Proposal[] =>
  standing
    .filter((old) => old.isAttested)
    .flatMap((old) =>
      made
        .filter(({ trip }) => trip.startMs < old.endMs && old.startMs < trip.endMs)
        .filter(({ trip }) => trip.startMs !== old.startMs || trip.endMs !== old.endMs || trip.distanceM !== old.distanceM)
        .map(({ trip }) => proposalFor(unit, old, trip)),
    );

const proposalFor = ({ accountId, unitId }: UnitKey, old: StoredTrip, { startMs, endMs, distanceM }: MachineTrip): Proposal => ({
  accountId,
  unitId,
  tripId: old.id,
  startMs,
  endMs,
  distanceM,
});

/** Trips that the clock shows to be over are closed where they stand. */
async function writeOver(db: Kysely<Db>, runs: readonly TripRun[], now: Date): Promise<Outcome> {
  const out = nothing();
  const over = runs.flatMap(({ unit, effects }) =>
    effects.flatMap((effect) => (effect.kind === 'over' ? [{ unit, trip: effect.trip }] : [])),
  );
  const stored = await tripsStartingAt(
    db,
    over.map(({ unit, trip }) => ({ unitId: unit.unitId, startMs: trip.startMs, needsRoute: true })),
  );
  const rows = over.flatMap(({ unit, trip }) => {
    const old = stored.get(keyOf(unit.unitId, trip.startMs));
    if (!old) return [];
    return [{ id: old.id, accountId: unit.accountId, unitId: unit.unitId, trip, unit, route: routeOf(trip, old.route, []) }];
  });
  await updateTrips(db, rows, now);
  for (const { id, unit, trip } of rows) {
    note(out, BEGAN_OR_ENDED, unit, trip.startMs, trip.startMs);
    note(out, CLOSED, unit, trip.startMs, trip.endMs);
    tell(out, unit);
    out.finished.push(id);
  }
  return out;
}

/** So long (by its records' time) the figures of a trip under way may stand as they were written. */
const PACE_MS = 900_000;

/**
 * Whether a stored trip is to be written again (decision 0035): what others decide by, such as that it is private, never waits. How far
 * one under way has got waits, and is written beside what a row of the log has in its many indexes.
 */
const mustBeWritten = (old: StoredTrip, trip: MachineTrip): boolean =>
  trip.endRule !== 'open' || !old.isOngoing || trip.type !== old.type || trip.driverMemberId !== old.driverMemberId;

/** What the log going on made: trips that begin, go on and end. */
async function writeNew(db: Kysely<Db>, runs: readonly TripRun[], now: Date): Promise<Outcome> {
  const out = nothing();
  const made = runs.flatMap((run) => tripsOf(run, true));
  const stored = await tripsStartingAt(
    db,
    made.map(({ unit, trip }) => ({ unitId: unit.unitId, startMs: trip.startMs, needsRoute: trip.endRule !== 'open' })),
  );
  const updates: (TripRow & { id: number })[] = [];
  const underWay: TripSoFar[] = [];
  const inserts: TripRow[] = [];
  const proposals: Proposal[] = [];
  for (const { unit, trip, pieces } of made) {
    const old = stored.get(keyOf(unit.unitId, trip.startMs));
    const row = { accountId: unit.accountId, unitId: unit.unitId, trip };
    if (old && trip.endRule === 'open' && (pieces.length > 0 || trip.endMs - old.endMs >= PACE_MS))
      underWay.push({ id: old.id, trip, pieces: packed(pieces) });
    if (old?.isAttested) proposals.push(proposalFor(unit, old, trip));
    else if (old && trip.endRule !== 'open') updates.push({ ...row, id: old.id, route: routeOf(trip, old.route, pieces) });
    else if (old && mustBeWritten(old, trip)) updates.push({ ...row, id: old.id });
    else if (!old) {
      inserts.push({ ...row, route: routeOf(trip, [], pieces) });
      note(out, COUNTED, unit, trip.startMs, trip.startMs);
    }
    if (!old || pieces.length > 0 || trip.endRule !== 'open') tell(out, unit);
    const goesOnAgain = old !== undefined && !old.isOngoing && trip.endRule === 'open';
    // Closed by the clock, then shown to go on: its days were counted too early.
    if (goesOnAgain && !old.isAttested) note(out, CLOSED, unit, old.startMs, old.endMs);
    if (!old || goesOnAgain || trip.endRule !== 'open') note(out, BEGAN_OR_ENDED, unit, trip.startMs, trip.startMs);
    if (trip.endRule !== 'open') note(out, CLOSED, unit, trip.startMs, trip.endMs);
  }
  // Of a unit at most one trip is under way at any time: what is there already is updated before what begins is added.
  await updateTrips(db, updates, now);
  await tellSoFar(db, underWay);
  const ids = await insertTrips(db, inserts, now);
  const written = [...updates, ...inserts.map((row, i) => ({ ...row, id: ids[i] as number }))];
  out.finished.push(...written.filter(({ trip }) => trip.endRule !== 'open').map(({ id }) => id));
  await proposeChanges(db, proposals, now);
  return out;
}

/** The newest route points are most of a state: each number is stored as what it differs by from the same one of the point before. */
function packMotion(state: MotionState): unknown {
  const { candidate } = state;
  if (!candidate || !candidate.tail.every(Number.isSafeInteger)) return state;
  const steps = candidate.tail.map((value, i) => (value - (i < POINT ? 0 : (candidate.tail[i - POINT] ?? 0))).toString(36));
  return { ...state, candidate: { ...candidate, tail: steps.join(' ') } };
}

/** In place, since it was read for this alone; also of a state that was stored before its points were packed. */
function unpackMotion(stored: unknown): MotionState {
  const state = stored as MotionState;
  const tail: unknown = state.candidate?.tail;
  if (!state.candidate || typeof tail !== 'string') return state;
  const points: number[] = [];
  for (const step of tail === '' ? [] : tail.split(' '))
    points.push(parseInt(step, 36) + (points.length < POINT ? 0 : (points[points.length - POINT] ?? 0)));
  state.candidate.tail = points;
  return state;
}

const INPUTS = ['input1', 'input2', 'input3', 'input4'] as const;

function fixOf(columns: RecordColumns, row: number, values: NamedValues, privateSwitchInput: number | null): Fix {
  return {
    timeMs: columns.timeMs[row] as number,
    latE7: columns.latE7[row] as number,
    lonE7: columns.lonE7[row] as number,
    speedKmh: columns.speedKmh[row] as number,
    satellites: columns.satellites[row] as number,
    hdop: values.hdop,
    accuracyM: values.accuracyM,
    isContradicted: isContradictedAt(columns, row),
    ignition: values.ignition,
    movement: values.movement,
    odometerM: values.odometerM,
    isTripStop: values.tripEvent === 'stop',
    switchType: switchOf(values, privateSwitchInput),
  };
}

function switchOf(values: NamedValues, privateSwitchInput: number | null): Fix['switchType'] {
  const wired = privateSwitchInput === null ? undefined : values[INPUTS[privateSwitchInput - 1] ?? 'input1'];
  if (wired !== undefined) return wired ? 'private' : 'business';
  if (values.tripEvent === 'private' || values.tripEvent === 'business') return values.tripEvent;
  if (values.privateMode !== undefined) return values.privateMode ? 'private' : null;
  return values.tripEvent === 'stop' ? null : undefined;
}
