import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { MARKER_SYMBOLS } from '@spora/contract/units/endpoints';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createFleetStore, type FleetStore } from '../../map/fleet-store.ts';
import type { MapUnit } from '../../map/shapes.ts';
import { useLiveFeed } from './public/live-context.tsx';
import type { LiveFeed, LiveState } from './live-feed.ts';
import { shownState } from './model.ts';

/** A unit as the map draws it; undefined while it has no position. */
export function toMapUnit(unit: LiveUnit, nowMs: number): MapUnit | undefined {
  const { position } = unit;
  if (!position) return undefined;
  return {
    id: unit.id,
    lat: position.lat,
    lng: position.lng,
    timeMs: Date.parse(position.time),
    headingDeg: position.heading_deg,
    speedKmh: position.speed_kmh,
    state: shownState(unit, nowMs).state,
    colour: unit.colour,
    symbol: MARKER_SYMBOLS.find((known) => known === unit.icon) ?? unit.marker_symbol,
    title: unit.name,
  };
}

const EMPTY: LiveState = { connection: 'connecting', lastGoodMs: null, hasLoaded: false, units: new Map(), revision: 0 };
/** How often list and card follow the feed; the map draws each change at once. */
export const LIST_EVERY_MS = 1_000;

interface View {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getState: () => LiveState;
}

/** The feed as React sees it: at most once per `everyMs`, but at once when it has loaded or its connection changes. */
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
        if (next.hasLoaded !== shown.hasLoaded || next.connection !== shown.connection) show();
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
export function useLive(nowMs: number): { state: LiveState; store: FleetStore } {
  const feed = useLiveFeed();
  const store = useMemo(() => createFleetStore(), []);
  const view = useMemo(() => calmView(feed), [feed]);
  const state = useSyncExternalStore(view.subscribe, view.getState);
  useEffect(() => {
    if (!feed) return undefined;
    const put = (units: Iterable<LiveUnit>): MapUnit[] => {
      const now = Date.now();
      return [...units].flatMap((unit) => toMapUnit(unit, now) ?? []);
    };
    const replace = (): void => store.replace(put(feed.getState().units.values()));
    replace();
    return feed.onUnits((changed) => {
      if (!changed) return replace();
      store.put(put(changed));
      // A unit that lost its place, as when somebody drives privately, leaves the map at once (MAP-032).
      store.remove(changed.filter((unit) => unit.position === null).map((unit) => unit.id));
    });
  }, [feed, store]);
  // Units that fell silent change their state without a message.
  useEffect(() => {
    if (feed) store.put([...feed.getState().units.values()].flatMap((unit) => toMapUnit(unit, nowMs) ?? []));
  }, [feed, store, nowMs]);
  return { state, store };
}
