import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useSend } from '../../../lib/send-context.tsx';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { useLayers } from '../../../map/use-layers.ts';
import { placesQuery } from '../queries.ts';

/** Further away the names of a city's places would lie over its units, and pins without names say nothing. */
const FROM_ZOOM = 12;

/** MAP-026: the account's places with their names, under the units of the live map while the switch among its layers says so. */
export function PlacesOnMap(): ReactNode {
  const isOn = useLayers().shown.includes('places');
  const list = useQuery({ ...placesQuery(useSend()), enabled: isOn });
  const places = list.data?.places;
  const rings = useMemo(() => (places ?? []).map((place) => ({ points: ringOf(place, place.radius), isFaint: true })), [places]);
  const pins = useMemo(
    () => (places ?? []).map(({ id, label, lat, lng }) => ({ id: String(id), label, lat, lng, kind: 'place' as const })),
    [places],
  );
  return (
    isOn && (
      <>
        <PinLayer name="places" pins={pins} fromZoom={FROM_ZOOM} isBelow />
        <CircleLayer name="place-circles" rings={rings} isBelow />
      </>
    )
  );
}
