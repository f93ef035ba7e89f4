import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { mapConfigQuery } from '../../../lib/map-config.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useShownTheme } from '../../../lib/use-theme.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { boundsOf, type MapPoint, type MapView } from '../../../map/shapes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './centre.module.css';

const STREETS_ZOOM = 14;

interface Named extends MapPoint {
  readonly label: string;
}

function viewOf(at: MapPoint, now: MapPoint | null): MapView {
  const bounds = now && boundsOf([at, now]);
  return bounds ? { bounds, isLabelled: true } : { center: at, zoom: STREETS_ZOOM };
}

/** Where an alarm was raised, and where the unit is now if that is somewhere else. */
export function AlarmMap({ at, label, now }: { at: MapPoint; label: string; now: Named | null }): ReactNode {
  const t = useT();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const config = useQuery(mapConfigQuery(useSend()));
  const { lat, lng } = at;
  const { lat: nowLat, lng: nowLng, label: nowLabel = '' } = now ?? {};
  const pins = useMemo(
    () => [
      { id: 'alarm', label, lat, lng, kind: 'address' as const },
      ...(nowLat !== undefined && nowLng !== undefined
        ? [{ id: 'now', label: nowLabel, lat: nowLat, lng: nowLng, kind: 'address' as const }]
        : []),
    ],
    [label, lat, lng, nowLabel, nowLat, nowLng],
  );
  // As it was when the map opened: whoever moves it stays where they look.
  const [view] = useState(() => viewOf(at, now));
  if (config.isPending) return <Skeleton className={styles['map']} />;
  return (
    <div className={styles['map']}>
      <MapSurface
        providers={config.data?.providers ?? []}
        theme={theme}
        language={language}
        initialView={view}
        label={t('AlarmPlaceMap')}
      >
        <PinLayer pins={pins} />
      </MapSurface>
    </div>
  );
}
