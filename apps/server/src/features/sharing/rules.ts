import { SHARED_STATES, type SharedState } from '@spora/contract/sharing/endpoints';
import { haversineM } from '@spora/telemetry/geometry';

/** Whose a sealed token is. */
export const ownerOfToken = (accountId: number): string => `share-link:${accountId}`;

/** Nearer than this the unit is there. */
export const ARRIVED_M = 200;
/**
 * An estimate, and told as one: roads are taken to be 1.3 times as long as the straight line, and driven at 45 km/h up to 20 km and at
 * 75 km/h beyond. A router would know better.
 */
export const ROUGH_WAY = { detour: 1.3, nearM: 20_000, nearKmh: 45, farKmh: 75 } as const;

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** How far a destination is in metres, straight, and when a unit that is on its way would be there; null while it stands. */
export function wayTo(
  from: Point,
  to: Point,
  { isMoving, now }: { readonly isMoving: boolean; readonly now: Date },
): { distance_m: number; arrival: string | null; is_there: boolean } {
  const straightM = haversineM(from.lat, from.lng, to.lat, to.lng);
  const isThere = straightM <= ARRIVED_M;
  const roadM = straightM * ROUGH_WAY.detour;
  const nearM = Math.min(roadM, ROUGH_WAY.nearM);
  const hours = nearM / 1000 / ROUGH_WAY.nearKmh + (roadM - nearM) / 1000 / ROUGH_WAY.farKmh;
  const minute = Math.ceil((now.getTime() + hours * 3_600_000) / 60_000) * 60_000;
  return {
    distance_m: Math.round(straightM),
    arrival: isMoving && !isThere ? new Date(minute).toISOString() : null,
    is_there: isThere,
  };
}

/** A speed of walking: below it what stands trembles. */
const STANDING_KMH = 5;

/** Of theft, locks and pending changes strangers are told nothing: what such a unit does, its speed says. */
export const sharedState = (state: string, speedKmh: number): SharedState =>
  SHARED_STATES.find((known) => known === state) ?? (speedKmh > STANDING_KMH ? 'moving' : 'parked');
