import { liveUnit, type LiveUnit } from '@spora/contract/tracking/endpoints';
import { gatherMs } from '@spora/telemetry/pace';
import { type AccountId, seesAs } from '../ctx.ts';
import { byKind, inChunks, LIVE_KINDS, type LiveKind, type LiveState, noUnits } from './hub.ts';
import { type Audience, type ChangedUnits, encodeEvent, type Frame, frameOf, type Viewer } from './viewer.ts';
import { stripperOf } from '../http/output.ts';

const RETRY_MS = 1000;
/** About 70 kB a frame: what a stalled connection holds at most. */
const UNITS_PER_FRAME = 100;

export interface FeedOptions {
  /** The newest state of units, in one query; units that are gone are absent. */
  readonly fetchUnits: (accountId: AccountId, unitIds: readonly number[]) => Promise<LiveState>;
  readonly nowMs: () => number;
  readonly eventId: () => string;
  readonly onError: (error: unknown) => void;
}

/** What the browsers that look at one account are sent. */
export interface Feed {
  readonly accountId: AccountId;
  readonly audiences: Map<string, Audience>;
  changed(kind: LiveKind, unitIds: readonly number[]): void;
  /** Looks after what single viewers are behind with. */
  wake(): void;
  stop(): void;
}

const strip = stripperOf(liveUnit);

/**
 * Gathers what changed (for `gatherMs`) and sends the newest state of each unit once per flush. A unit's text is made once for all who see it,
 * and a frame once for all who see the same units. The exception are the few who may see more of a unit than others: they get
 * frames of their own. Who shows a unit that is gone loads the full state.
 */
export function createFeed(accountId: AccountId, { fetchUnits, nowMs, eventId, onError }: FeedOptions): Feed {
  const audiences = new Map<string, Audience>();
  let changes = noUnits();
  let timer: NodeJS.Timeout | undefined;
  let isFlushing = false;
  let lastFlushMs = -Infinity;
  let lastTookMs = 0;
  let isStopped = false;
  /** What all were last told of units whose place is withheld: said again it would tell when they report. */
  const withheld = new Map<number, string>();

  /** At once after a pause, else when it is time for the next. */
  function schedule(leastMs = 0): void {
    if (timer || isFlushing || isStopped) return;
    timer = setTimeout(() => void flush(), Math.max(leastMs, lastFlushMs + gatherMs(lastTookMs) - nowMs()));
  }

  async function flush(): Promise<void> {
    timer = undefined;
    isFlushing = true;
    lastFlushMs = nowMs();
    const now = changes;
    changes = noUnits();
    const later = new Map(readyAndBehind().map((viewer) => [viewer, viewer.takePending()]));
    // The id is taken before the query: a reader that continues from it may be sent something twice, never too little.
    const id = eventId();
    try {
      const wanted = new Set([now, ...later.values()].flatMap((units) => LIVE_KINDS.flatMap((kind) => [...units[kind]])));
      const texts = await textsOf([...wanted]);
      const forAll = toldToAll(now, texts);
      const gone = [...now.position].filter((unitId) => !texts.shared.has(unitId));
      const toldTo = (viewer: Viewer): ChangedUnits => toldAlso(texts.own.get(seesAs(viewer.actor)), now, forAll);
      for (const audience of audiences.values()) {
        if (gone.some((unitId) => audience.unitIds?.has(unitId) ?? true))
          for (const viewer of audience.viewers) viewer.reload(id);
        const frames = framesOf(id, texts.shared, forAll, audience);
        for (const viewer of audience.viewers)
          viewer.send(
            texts.own.has(seesAs(viewer.actor)) ? framesOf(id, textsFor(texts, viewer), toldTo(viewer), audience) : frames,
          );
      }
      for (const [viewer, missed] of later) {
        if (viewer.mustReload) viewer.reload(id);
        else {
          const open = toldAlso(texts.own.get(seesAs(viewer.actor)), missed, withoutWithheld(missed, texts));
          viewer.send(framesOf(id, textsFor(texts, viewer), without(open, toldTo(viewer)), viewer.audience));
        }
      }
    } catch (error) {
      onError(error);
      for (const kind of LIVE_KINDS) for (const unitId of now[kind]) changes[kind].add(unitId);
      for (const [viewer, missed] of later) for (const kind of LIVE_KINDS) viewer.postpone(kind, missed[kind]);
      isFlushing = false;
      schedule(RETRY_MS);
      return;
    }
    isFlushing = false;
    lastTookMs = nowMs() - lastFlushMs;
    if (LIVE_KINDS.some((kind) => changes[kind].size > 0) || readyAndBehind().length > 0) schedule();
  }

  const readyAndBehind = (): Viewer[] =>
    [...audiences.values()].flatMap(({ viewers }) =>
      [...viewers].filter((viewer) => viewer.isBehind && viewer.blockedSinceMs === undefined),
    );

  /** Of what changed, what is told to those who see no more of a unit than all do. */
  function toldToAll(now: ChangedUnits, texts: Texts): ChangedUnits {
    const { shared, withheldUnits } = texts;
    const position = new Set<number>();
    for (const unitId of now.position) {
      const text = shared.get(unitId);
      const isSaidAgain = text !== undefined && withheldUnits.has(unitId) && withheld.get(unitId) === text;
      if (!isSaidAgain) position.add(unitId);
      if (text !== undefined && withheldUnits.has(unitId)) withheld.set(unitId, text);
      else withheld.delete(unitId);
    }
    return { ...withoutWithheld(now, texts), position };
  }

  async function textsOf(unitIds: readonly number[]): Promise<Texts> {
    const own = new Map<number, Map<number, string>>();
    if (unitIds.length === 0) return { shared: new Map(), own, withheldUnits: new Set(), silent: new Set() };
    const state = await fetchUnits(accountId, unitIds);
    for (const { memberId, unit } of state.own) {
      const known = own.get(memberId);
      if (known) known.set(unit.id, textOf(unit));
      else own.set(memberId, new Map([[unit.id, textOf(unit)]]));
    }
    return {
      shared: new Map(state.units.map((unit) => [unit.id, textOf(unit)])),
      own,
      withheldUnits: new Set(state.units.filter((unit) => unit.no_position_reason === 'private').map((unit) => unit.id)),
      silent: new Set(state.silent ?? []),
    };
  }

  return {
    accountId,
    audiences,
    changed(kind, unitIds) {
      for (const id of unitIds) changes[kind].add(id);
      if (unitIds.length > 0) schedule();
    },
    wake: () => schedule(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Units as JSON, by id. */
type UnitTexts = ReadonlyMap<number, string>;

interface Texts {
  readonly shared: UnitTexts;
  /** By member: what it alone may see. */
  readonly own: ReadonlyMap<number, UnitTexts>;
  /** Those in private use, of which all are told the same as long as it lasts. */
  readonly withheldUnits: ReadonlySet<number>;
  readonly silent: ReadonlySet<number>;
}

const textOf = (unit: LiveUnit): string => JSON.stringify(strip(unit));

function textsFor({ shared, own }: Texts, { actor }: Viewer): UnitTexts {
  const mine = own.get(seesAs(actor));
  return mine ? new Map([...shared, ...mine]) : shared;
}

const without = (missed: ChangedUnits, sent: ChangedUnits): ChangedUnits => byKind((kind) => missed[kind].difference(sent[kind]));

/** Of what changed, what tells nobody that a unit in private use has just done something. */
const withoutWithheld = (changed: ChangedUnits, { silent, withheldUnits }: Texts): ChangedUnits => ({
  ...changed,
  trip: changed.trip.difference(silent),
  alarm: changed.alarm.difference(withheldUnits),
  command: changed.command.difference(withheldUnits),
  mode: changed.mode.difference(withheldUnits),
  sensor: changed.sensor.difference(withheldUnits),
});

/** What somebody is told who sees more of some units (`mine`) than all do. */
const toldAlso = (mine: UnitTexts | undefined, changed: ChangedUnits, forAll: ChangedUnits): ChangedUnits =>
  mine ? byKind((kind) => new Set([...changed[kind]].filter((id) => forAll[kind].has(id) || mine.has(id)))) : forAll;

/** What is told of without its content. */
const ASKED_AGAIN = ['alarm', 'override', 'booking', 'command', 'mode', 'sensor'] as const;

function framesOf(id: string, texts: UnitTexts, changed: ChangedUnits, { unitIds }: Audience): Frame[] {
  const seen = (ids: ReadonlySet<number>): number[] => (unitIds ? [...ids].filter((unitId) => unitIds.has(unitId)) : [...ids]);
  const moved = seen(changed.position).filter((unitId) => texts.has(unitId));
  const positions = inChunks(moved, UNITS_PER_FRAME).map((units): Frame => ({
    kind: 'position',
    units,
    bytes: frameOf(id, `{"kind":"position","units":[${units.map((unitId) => texts.get(unitId)).join(',')}]}`),
  }));
  // A trip is told of without its content, which not every viewer may see: who shows it asks for it.
  const trips = seen(changed.trip).map((unitId): Frame => ({
    kind: 'trip',
    units: [unitId],
    bytes: encodeEvent(id, { kind: 'trip', unit_id: unitId, trip: null }),
  }));
  const others = ASKED_AGAIN.flatMap((kind) =>
    seen(changed[kind]).map((unitId): Frame => ({
      kind,
      units: [unitId],
      bytes: encodeEvent(id, { kind: kind === 'override' ? 'alarm' : kind, unit_id: unitId }),
    })),
  );
  return [...positions, ...trips, ...others];
}
