import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { isBoolean, storedItem } from '../../../lib/storage.ts';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { MapToggle } from '../../../map/map-controls.tsx';
import { zonesQuery } from '../queries.ts';

const shown = storedItem('view.zones-on-map', 1, isBoolean);

/** The zones that are on, drawn under the units of the live map when the switch among its buttons says so. Belongs among these. */
export function ZonesOnMap(): ReactNode {
  const t = useT();
  const [isOn, setOn] = useState(() => shown.read() ?? false);
  const list = useQuery({ ...zonesQuery(useSend()), enabled: isOn });
  const zones = list.data?.geofences;
  const rings = useMemo(
    () =>
      (isOn ? (zones ?? []) : [])
        .filter(({ is_active: isActive }) => isActive)
        .map((zone) => ({ points: ringOf(zone, zone.radius), isFaint: false })),
    [isOn, zones],
  );
  return (
    <>
      <MapToggle
        icon="zones"
        label={t(isOn ? 'ZonesOnMapHide' : 'ZonesOnMap')}
        isPressed={isOn}
        onPress={() => {
          setOn(!isOn);
          shown.write(!isOn);
        }}
      />
      {isOn && <CircleLayer rings={rings} isBelow />}
    </>
  );
}
