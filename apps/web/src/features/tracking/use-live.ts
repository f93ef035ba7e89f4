import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LiveUnit } from '@spora/contract/tracking';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { createFleetStore, type FleetStore } from '../../map/fleet-store.ts';
import type { MapUnit } from '../../map/shapes.ts';
import { browserHost, createLiveFeed, type LiveFeed, type LiveState } from './live-feed.ts';
import { stateAt } from './model.ts';

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
    state: stateAt(unit, nowMs),
    colour: unit.colour,
    symbol: unit.marker_symbol,
    title: unit.name,
  };
}

const EMPTY: LiveState = { connection: 'connecting', lastGoodMs: null, hasLoaded: false, units: new Map() };
const never = (): (() => void) => () => undefined;

/** The live feed of the signed-in member, and the store that the map draws from; both live as long as the screen. */
export function useLive(nowMs: number): { state: LiveState; store: FleetStore } {
  const send = useSend();
  const userId = useUser().ID;
  const store = useMemo(() => createFleetStore(), []);
  const [feed, setFeed] = useState<LiveFeed | null>(null);
  useEffect(() => {
    const created = createLiveFeed(send, browserHost(userId));
    const stopUnits = created.onUnits((changed) => {
      const now = Date.now();
      if (changed) store.put(changed.flatMap((unit) => toMapUnit(unit, now) ?? []));
      else store.replace([...created.getState().units.values()].flatMap((unit) => toMapUnit(unit, now) ?? []));
    });
    setFeed(created);
    return () => {
      stopUnits();
      created.stop();
    };
  }, [send, userId, store]);
  const state = useSyncExternalStore(feed?.subscribe ?? never, feed?.getState ?? (() => EMPTY));
  // Units that fell silent change their state without a message.
  useEffect(() => {
    if (feed) store.put([...feed.getState().units.values()].flatMap((unit) => toMapUnit(unit, nowMs) ?? []));
  }, [feed, store, nowMs]);
  return { state, store };
}
