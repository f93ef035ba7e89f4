import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useSend } from '../../../lib/send-context.tsx';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { useLayers } from '../../../map/use-layers.ts';
import { zonesQuery } from '../queries.ts';

/** MAP-026: the zones that are on, drawn under the units of the live map while the switch among its layers says so. */
export function ZonesOnMap(): ReactNode {
  const isOn = useLayers().shown.includes('zones');
  const list = useQuery({ ...zonesQuery(useSend()), enabled: isOn });
  const zones = list.data?.geofences;
  const rings = useMemo(
    () =>
      (zones ?? [])
        .filter(({ is_active: isActive }) => isActive)
        .map((zone) => ({ points: ringOf(zone, zone.radius), isFaint: false })),
    [zones],
  );
  return isOn && <CircleLayer rings={rings} isBelow />;
}
