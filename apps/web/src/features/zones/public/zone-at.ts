import { haversineM } from '@spora/telemetry/geometry';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';
import type { MapPoint } from '../../../map/shapes.ts';

/**
 * What the account calls the zone of a unit in which a point lies, the smallest one where several do; null: it lies in none that this
 * person sees. The place where a unit was armed is named by nobody. `imei` empty: nothing is asked.
 */
export function useZoneAt(imei: string): (point: MapPoint) => string | null {
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'zones.list', { query: { imei } }),
    enabled: imei !== '',
    // A finer name than the address: without it the address does.
    retry: false,
  });
  return useMemo(() => {
    const zones = (data?.geofences ?? []).filter(({ is_armed: isArmed }) => !isArmed).toSorted((a, b) => a.radius - b.radius);
    return ({ lat, lng }) => zones.find((zone) => haversineM(zone.lat, zone.lng, lat, lng) <= zone.radius)?.name ?? null;
  }, [data]);
}
