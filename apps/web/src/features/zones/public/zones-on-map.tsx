import type { Zone } from '@spora/contract/zones/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { useMap } from '../../../map/map-context.ts';
import { useLayers } from '../../../map/use-layers.ts';
import { zonesQuery } from '../queries.ts';

type Circle = Pick<Zone, 'lat' | 'lng' | 'radius'>;

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
  useWhole(openImei, open.data === undefined ? undefined : armed?.is_active ? armed : null);
  return (isOn || armed !== null) && <CircleLayer rings={rings} isBelow />;
}

/** MAP-013: whoever arms the unit of the card, or changes how far it may go, sees all of what is guarded. A card that opens moves nothing. */
function useWhole(imei: string | undefined, armed: Circle | null | undefined): void {
  const { handle } = useMap();
  const before = useRef<{ readonly imei: string | undefined; readonly radius: number | null } | null>(null);
  useEffect(() => {
    if (armed === undefined) return;
    const last = before.current;
    const radius = armed?.radius ?? null;
    before.current = { imei, radius };
    if (!armed || last === null || last.imei !== imei || last.radius === radius) return;
    const ring = ringOf(armed, armed.radius);
    if (!ring.every((point) => handle.isInView(point))) handle.fit(ring);
  }, [handle, imei, armed]);
}
