import type { Zone } from '@spora/contract/zones/endpoints';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { MapControls } from '../../../map/map-controls.tsx';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { MarksLayer } from '../../../map/marks-layer.tsx';
import { boundsOf, type MapView } from '../../../map/shapes.ts';
import { markOf, mostlyAt, zoneAt } from '../model.ts';

export interface ZonesMapProps {
  readonly zones: readonly Zone[];
  readonly selectedId: number | null;
  readonly onSelect: (id: number | undefined) => void;
}
/** How a screen shows the map; a test brings one that needs no drawing. */
export type RenderZonesMap = (props: ZonesMapProps) => ReactNode;

/** The buttons of the map stand at its right, what it says of itself at its foot; names are wider than their symbols. */
const EDGES = { top: 0, right: 96, bottom: 48, left: 40 };

/** GEO-012: the zones of the list, each by a symbol while it is too small to be seen, the chosen one strongest; a click chooses. */
export function ZonesMap({ zones, selectedId, onSelect }: ZonesMapProps): ReactNode {
  const t = useT();
  const { setup } = useMapSetup();
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const selected = zones.find(({ id }) => id === selectedId);
  const rings = useMemo(
    () => zones.map((zone) => ({ points: ringOf(zone, zone.radius), isFaint: zone.id !== selectedId, isOff: !zone.is_active })),
    [zones, selectedId],
  );
  const view = useMemo<MapView | null>(() => {
    const bounds = boundsOf(mostlyAt(zones).flatMap((zone) => ringOf(zone, zone.radius, 4)));
    return bounds && { bounds };
  }, [zones]);
  const marks = useMemo(() => zones.map(markOf), [zones]);
  // Chosen in the list: the map goes there.
  const { lat, lng, radius } = selected ?? {};
  useEffect(() => {
    if (handle && lat !== undefined && lng !== undefined && radius !== undefined)
      handle.fit(ringOf({ lat, lng }, radius), { maxZoom: 16 });
  }, [handle, lat, lng, radius]);
  return (
    <MapSurface {...setup} initialView={view} handleRef={setHandle} edges={EDGES} label={t('ZonesMap')}>
      <CircleLayer rings={rings} />
      <MarksLayer
        marks={marks}
        onSelect={(id) => onSelect(Number(id))}
        onClickElsewhere={(point) => onSelect(zoneAt(zones, point)?.id)}
      />
      <MapControls onFitAll={() => handle?.fit(zones.flatMap((zone) => ringOf(zone, zone.radius, 4)))} hasLocation hasLayers />
    </MapSurface>
  );
}
