import type { Zone } from '@spora/contract/zones/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { mapConfigQuery } from '../../../lib/map-config.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useShownTheme } from '../../../lib/use-theme.ts';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { MapControls } from '../../../map/map-controls.tsx';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { boundsOf, type MapView } from '../../../map/shapes.ts';
import { zoneAt } from '../model.ts';

export interface ZonesMapProps {
  readonly zones: readonly Zone[];
  readonly selectedId: number | null;
  readonly onSelect: (id: number | undefined) => void;
}
/** How a screen shows the map; a test brings one that needs no drawing. */
export type RenderZonesMap = (props: ZonesMapProps) => ReactNode;

const NO_PROVIDERS: never[] = [];

/** GEO-012: the zones of the list, the chosen one strongest; a click chooses. */
export function ZonesMap({ zones, selectedId, onSelect }: ZonesMapProps): ReactNode {
  const t = useT();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const config = useQuery(mapConfigQuery(useSend()));
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const selected = zones.find(({ id }) => id === selectedId);
  const rings = useMemo(
    () => zones.map((zone) => ({ points: ringOf(zone, zone.radius), isFaint: zone.id !== selectedId })),
    [zones, selectedId],
  );
  const view = useMemo<MapView | null>(() => {
    const bounds = boundsOf(zones.flatMap((zone) => ringOf(zone, zone.radius, 4)));
    return bounds && { bounds };
  }, [zones]);
  const pins = useMemo(
    () =>
      selected
        ? [{ id: String(selected.id), label: selected.name, lat: selected.lat, lng: selected.lng, kind: 'place' as const }]
        : [],
    [selected],
  );
  // Chosen in the list: the map goes there.
  const { lat, lng, radius } = selected ?? {};
  useEffect(() => {
    if (handle && lat !== undefined && lng !== undefined && radius !== undefined)
      handle.fit(ringOf({ lat, lng }, radius), { maxZoom: 16 });
  }, [handle, lat, lng, radius]);
  return (
    <MapSurface
      providers={config.data?.providers ?? NO_PROVIDERS}
      theme={theme}
      language={language}
      initialView={view}
      handleRef={setHandle}
      label={t('ZonesMap')}
    >
      <CircleLayer rings={rings} onPick={(point) => onSelect(zoneAt(zones, point)?.id)} />
      <PinLayer pins={pins} />
      <MapControls onFitAll={() => handle?.fit(zones.flatMap((zone) => ringOf(zone, zone.radius, 4)))} hasLocation hasLayers />
    </MapSurface>
  );
}
