import type { MapPoint, MapUnit } from './shapes.ts';

/** Where a unit is drawn at an instant. */
export interface ShownPosition extends MapPoint {
  readonly headingDeg: number;
  /** False when it has arrived and needs no more frames. */
  readonly isMoving: boolean;
}

interface Leg {
  readonly from: MapPoint & { headingDeg: number };
  readonly to: MapUnit;
  readonly startMs: number;
  readonly durationMs: number;
}

/** A glide is over before the next position of a tracker that reports each second; longer ones would only lag behind. */
const GLIDE_MS = { least: 250, most: 1_000 };
/** Degrees; beyond this the unit was carried or was away: it appears there, it does not fly. */
const FARTHEST_GLIDE = 0.05;

/** Whether the system asks for less motion: units are then where they were last, and glide nowhere. */
const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Smooth movement between positions. A newer position starts a glide from where the unit is drawn now, so it never jumps
 * back (MAP-023); of the same instant nothing is new.
 */
export function createMotion(): {
  aim(unit: MapUnit, nowMs: number): void;
  at(id: number, nowMs: number): ShownPosition | null;
  forget(id: number): void;
} {
  const legs = new Map<number, Leg>();
  const at = (id: number, nowMs: number): ShownPosition | null => {
    const leg = legs.get(id);
    if (!leg) return null;
    const { from, to, startMs, durationMs } = leg;
    const share = durationMs === 0 ? 1 : Math.min(1, Math.max(0, (nowMs - startMs) / durationMs));
    const turn = ((to.headingDeg - from.headingDeg + 540) % 360) - 180;
    return {
      lat: share === 1 ? to.lat : from.lat + (to.lat - from.lat) * share,
      lng: share === 1 ? to.lng : from.lng + (to.lng - from.lng) * share,
      headingDeg: (from.headingDeg + turn * Math.min(1, share * 2) + 360) % 360,
      isMoving: share < 1,
    };
  };
  return {
    aim(unit, nowMs) {
      const leg = legs.get(unit.id);
      if (leg && unit.timeMs === leg.to.timeMs) return;
      const from = at(unit.id, nowMs);
      const isGlide = leg && from && Math.abs(unit.lat - from.lat) + Math.abs(unit.lng - from.lng) < FARTHEST_GLIDE;
      const durationMs =
        isGlide && !wantsStillness() ? Math.min(GLIDE_MS.most, Math.max(GLIDE_MS.least, unit.timeMs - leg.to.timeMs)) : 0;
      legs.set(unit.id, { from: isGlide ? from : unit, to: unit, startMs: nowMs, durationMs });
    },
    at,
    forget: (id) => void legs.delete(id),
  };
}
