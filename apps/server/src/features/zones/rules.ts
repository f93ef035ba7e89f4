import type { Zone, ZoneInactive } from '@spora/contract/zones/endpoints';
import type { ZoneDeviceState } from '@spora/contract/zones/rules';
import { readWeek, type WeekHours } from '../trips/working-hours/rules.ts';
import { shownInterval, storedInterval } from '../units/settings/rules.ts';

/** Degrees as 1e-7 degrees. */
export const e7 = (degrees: number): number => Math.round(degrees * 1e7);

/**
 * GEO-016: when a zone is inactive as it is stored, with the zone whose clock it was told by. Hours that a zone has already keep theirs,
 * which is the one that its form names, whatever time zone the account has since been given.
 */
export const storedInactive = (inactive: ZoneInactive | null, before: WeekHours | null, accountZone: string): WeekHours | null =>
  inactive && {
    timeZone: before?.timeZone ?? accountZone,
    intervals: [storedInterval({ weekdays: inactive.days, from: inactive.from, to: inactive.to })],
  };

/** The same from what is stored; null for never, and for what cannot be read: a bad row switches no zone off. */
export const readInactive = (stored: unknown): WeekHours | null =>
  typeof stored === 'object' && stored !== null ? readWeek(stored as Record<string, unknown>) : null;

/** What a form shows of it. */
export function shownInactive(hours: WeekHours | null): Zone['inactive'] {
  const [interval] = hours?.intervals ?? [];
  if (!interval) return null;
  const { weekdays, from, to } = shownInterval(interval);
  return { days: weekdays, from, to };
}

export interface Device {
  readonly state: ZoneDeviceState;
  readonly at: Date | null;
}

const UNDER_WAY: readonly string[] = ['waiting', 'sent', 'queued'];

/** GEO-011: what the newest order to a unit says; a unit whose model takes no zones has none. */
export function deviceOf(
  order: { readonly state: string; readonly created_at: Date; readonly ended_at: Date | null } | null,
): Device {
  if (!order || order.state === 'withdrawn') return { state: 'saved', at: null };
  if (UNDER_WAY.includes(order.state)) return { state: 'waiting', at: order.created_at };
  return { state: order.state === 'acknowledged' ? 'applied' : 'rejected', at: order.ended_at ?? order.created_at };
}

const TO_BE_LOOKED_AT: readonly ZoneDeviceState[] = ['rejected', 'waiting', 'applied', 'saved'];

/** Of a zone's units the one that says most of how far it is known. */
export const deviceOfAll = (devices: readonly Device[]): Device =>
  TO_BE_LOOKED_AT.map((state) => devices.find((device) => device.state === state)).find((device) => device !== undefined) ?? {
    state: 'saved',
    at: null,
  };
