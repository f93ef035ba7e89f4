import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { useLayers } from '../../../map/use-layers.ts';
import { zonesQuery } from '../queries.ts';

/**
 * MAP-026: the zones that are on, drawn under the units of the live map while the switch among its layers says so. MAP-013: without it,
 * too, how far the unit whose card is open may go from where it was armed.
 */
export function ZonesOnMap({ openImei }: { openImei: string | undefined }): ReactNode {
  const send = useSend();
  const isOn = useLayers().shown.includes('zones');
  const list = useQuery({ ...zonesQuery(send), enabled: isOn });
  // What the card has asked for is not asked for again.
  const open = useQuery({ ...endpointQuery(send, 'zones.armed', { params: { imei: openImei ?? '' } }), enabled: false });
  const zones = list.data?.geofences;
  const armed = open.data?.geofence ?? null;
  const rings = useMemo(() => {
    const shown = isOn ? (zones ?? []).filter(({ is_active: isActive }) => isActive) : [];
    const all = armed && !shown.some(({ id }) => id === armed.id) ? [...shown, armed] : shown;
    return all.map((zone) => ({ points: ringOf(zone, zone.radius), isFaint: false }));
  }, [zones, isOn, armed]);
  return (isOn || armed !== null) && <CircleLayer rings={rings} isBelow />;
}
