import type { Zone } from '@spora/contract/zones/endpoints';
import { haversineM } from '@spora/telemetry/geometry';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';

/** The zones of a unit that a position lies in, as far as this person sees them; not the place where it is armed, which tells of itself. */
export function useZonesAround(imei: string, at: { readonly lat: number; readonly lng: number } | null): readonly Zone[] {
  const query = endpointQuery(useSend(), 'zones.list', { query: { imei } });
  const zones = useQuery({ ...query, enabled: at !== null, retry: false }).data?.geofences ?? [];
  if (at === null) return [];
  return zones.filter(({ is_armed: isArmed, lat, lng, radius }) => !isArmed && haversineM(lat, lng, at.lat, at.lng) <= radius);
}

/** Whether its leaving is told at any hour. */
export const guardsLeaving = ({ is_active: isActive, alarm, theft_mode_on_leave: theft, inactive }: Zone): boolean =>
  isActive && inactive === null && (alarm !== 'enter' || theft);
