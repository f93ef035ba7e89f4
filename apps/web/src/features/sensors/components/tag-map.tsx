import type { Sensor } from '@spora/contract/sensors/endpoints';
import { useMemo, type ReactNode } from 'react';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { MapControls } from '../../../map/map-controls.tsx';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { boundsOf, type MapView } from '../../../map/shapes.ts';

export type TagPlace = NonNullable<Sensor['place']>;
export interface TagMapProps {
  readonly name: string;
  readonly place: TagPlace;
  readonly label: string;
}

/** The map shows this much more than the circle. */
const AROUND = 4;

/** BLE-019: a tag is somewhere in the circle around the unit that heard it. */
export function TagMap({ name, place, label }: TagMapProps): ReactNode {
  const { setup } = useMapSetup();
  const { lat, lng, uncertainty_m: radiusM } = place;
  const rings = useMemo(() => [{ points: ringOf({ lat, lng }, radiusM), isFaint: false }], [lat, lng, radiusM]);
  const view = useMemo<MapView | null>(() => {
    const bounds = boundsOf(ringOf({ lat, lng }, radiusM * AROUND));
    return bounds && { bounds };
  }, [lat, lng, radiusM]);
  const pins = useMemo(() => [{ id: 'tag', label: name, lat, lng, kind: 'place' as const }], [name, lat, lng]);
  return (
    <MapSurface {...setup} initialView={view} label={label}>
      <CircleLayer rings={rings} onPick={undefined} />
      <PinLayer pins={pins} />
      <MapControls hasLocation hasLayers />
    </MapSurface>
  );
}
