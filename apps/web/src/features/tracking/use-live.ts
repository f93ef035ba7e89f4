import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useFormat } from '../../lib/i18n.tsx';
import { measuresOf } from '../../lib/measures.ts';
import { createFleetStore, type FleetStore } from '../../map/fleet-store.ts';
import type { MapUnit } from '../../map/shapes.ts';
import { useLiveFeed } from './public/live-context.tsx';
import type { LiveFeed, LiveState } from './live-feed.ts';
import { shownState, symbolOf, type ShownUnit } from './model.ts';

/** A unit as the map draws it, one with an open security alarm as such; undefined while it has no position. `speedOf` says how fast it goes, under its name. */
export function toMapUnit(
  unit: ShownUnit,
  nowMs: number,
  isAlarmed = false,
  speedOf?: (unit: ShownUnit, kmh: number) => string,
): MapUnit | undefined {
  const { position } = unit;
  if (!position) return undefined;
  const { state, speedKmh, isSpeedOld } = shownState(unit, nowMs);
  const speed = speedOf && speedKmh !== null && !isSpeedOld ? `\n${speedOf(unit, speedKmh)}` : '';
  return {
    id: unit.id,
    lat: position.lat,
    lng: position.lng,
    timeMs: Date.parse(position.time),
    headingDeg: position.heading_deg,
    speedKmh: position.speed_kmh,
    state: isAlarmed ? 'alarm' : state,
    colour: unit.colour,
    symbol: symbolOf(unit),
    title: `${unit.name}${speed}`,
  };
}

const EMPTY: LiveState = {
  connection: 'connecting',
  lastGoodMs: null,
  hasLoaded: false,
  units: new Map(),
  revision: 0,
  answers: 0,
};
/** How often list and card follow the feed; the map draws each change at once. */
export const LIST_EVERY_MS = 1_000;

interface View {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getState: () => LiveState;
}

/** The feed as React sees it: at most once per `everyMs`, but at once when it has loaded, its connection changes or details come. */
export function calmView(feed: LiveFeed | null, everyMs: number = LIST_EVERY_MS): View {
  if (!feed) return { subscribe: () => () => undefined, getState: () => EMPTY };
  // What React is shown stands still until the next look; the feed's own fleet goes on changing.
  const look = (before: LiveState | null): LiveState => {
    const now = feed.getState();
    return { ...now, units: before?.revision === now.revision ? before.units : new Map(now.units) };
  };
  let source = feed.getState();
  let shown = look(null);
  return {
    getState: () => shown,
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (): void => {
        clearTimeout(timer);
        timer = undefined;
        source = feed.getState();
        shown = look(shown);
        listener();
      };
      const stop = feed.subscribe(() => {
        const next = feed.getState();
        const { hasLoaded, connection, answers } = shown;
        if (next.hasLoaded !== hasLoaded || next.connection !== connection || next.answers !== answers) show();
        else timer ??= setTimeout(show, everyMs);
      });
      if (feed.getState() !== source) show();
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
  };
}

/** The units for list and card, and the store that the map draws from; the store lives as long as the screen. */
export function useLive(
  nowMs: number,
  alarmed: ReadonlySet<number>,
): { state: LiveState; store: FleetStore; need: LiveFeed['need'] } {
  const feed = useLiveFeed();
  const store = useMemo(() => createFleetStore(), []);
  const view = useMemo(() => calmView(feed), [feed]);
  const state = useSyncExternalStore(view.subscribe, view.getState);
  const format = useFormat();
  const speedOf = useCallback((unit: ShownUnit, kmh: number) => measuresOf(unit.kind, format).speed(kmh), [format]);
  const alarms = useRef(alarmed);
  useEffect(() => {
    alarms.current = alarmed;
  }, [alarmed]);
  useEffect(() => {
    if (!feed) return undefined;
    const put = (units: Iterable<ShownUnit>): MapUnit[] => {
      const now = Date.now();
      return [...units].flatMap((unit) => toMapUnit(unit, now, alarms.current.has(unit.id), speedOf) ?? []);
    };
    const replace = (): void => store.replace(put(feed.getState().units.values()));
    replace();
    return feed.onUnits((changed) => {
      if (!changed) return replace();
      store.put(put(changed));
      // A unit that lost its place, as when somebody drives privately, leaves the map at once (MAP-032).
      store.remove(changed.filter((unit) => unit.position === null).map((unit) => unit.id));
    });
  }, [feed, store, speedOf]);
  // Units that fell silent change their state without a message.
  useEffect(() => {
    const drawn = (unit: ShownUnit) => toMapUnit(unit, nowMs, alarmed.has(unit.id), speedOf) ?? [];
    if (feed) store.put([...feed.getState().units.values()].flatMap(drawn));
  }, [feed, store, nowMs, alarmed, speedOf]);
  const need = useCallback((ids: readonly number[]) => feed?.need(ids), [feed]);
  return { state, store, need };
}
