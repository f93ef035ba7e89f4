import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { mapConfigQuery } from '../../../lib/map-config.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useShownTheme } from '../../../lib/use-theme.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import type { MapPoint } from '../../../map/shapes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './centre.module.css';

const STREETS_ZOOM = 14;

/** Where an alarm was raised. */
export function AlarmMap({ at, label }: { at: MapPoint; label: string }): ReactNode {
  const t = useT();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const config = useQuery(mapConfigQuery(useSend()));
  const { lat, lng } = at;
  const shown = useMemo(
    () => ({
      pins: [{ id: 'alarm', label, lat, lng, kind: 'address' as const }],
      view: { center: { lat, lng }, zoom: STREETS_ZOOM },
    }),
    [label, lat, lng],
  );
  if (config.isPending) return <Skeleton className={styles['map']} />;
  return (
    <div className={styles['map']}>
      <MapSurface
        providers={config.data?.providers ?? []}
        theme={theme}
        language={language}
        initialView={shown.view}
        label={t('AlarmPlaceMap')}
      >
        <PinLayer pins={shown.pins} />
      </MapSurface>
    </div>
  );
}
