import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { Area } from './model.ts';

/** MAP-017: the zones and places that units can be looked for in; nothing is asked before it is wanted. */
export function useAreas(isWanted: boolean): readonly Area[] {
  const t = useT();
  const send = useSend();
  const zones = useQuery({ ...endpointQuery(send, 'zones.list', { query: {} }), enabled: isWanted }).data?.geofences;
  const places = useQuery({ ...endpointQuery(send, 'places.list', {}), enabled: isWanted }).data?.places;
  return useMemo(
    () => [
      ...(zones ?? []).map((zone) => ({
        ...circleOf(zone),
        value: `zone:${zone.id}`,
        label: zone.name,
        group: t('Geofences'),
      })),
      ...(places ?? []).map((place) => ({
        ...circleOf(place),
        value: `place:${place.id}`,
        label: place.label,
        group: t('Places'),
      })),
    ],
    [zones, places, t],
  );
}

const circleOf = ({ lat, lng, radius }: Pick<Area, 'lat' | 'lng' | 'radius'>) => ({ lat, lng, radius });
