import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { mapConfigQuery } from '../../lib/map-config.ts';
import { useSend } from '../../lib/send-context.tsx';
import { useShownTheme } from '../../lib/use-theme.ts';
import type { MapHandle } from '../../map/map-context.ts';
import { MapSurface } from '../../map/map-surface.tsx';
import { PinLayer } from '../../map/pin-layer.tsx';
import { boundsOf, type MapPin } from '../../map/shapes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './eco.module.css';

const STREETS_ZOOM = 15;

/** Where events happened; the list beside it says the same in words. */
export function EventsMap(props: { pins: readonly MapPin[]; chosen: string | null; onChoose: (key: string) => void }): ReactNode {
  const { pins, chosen, onChoose } = props;
  const t = useT();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const config = useQuery(mapConfigQuery(useSend()));
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const view = useMemo(() => {
    const bounds = boundsOf(pins);
    return bounds && { bounds };
  }, [pins]);
  useEffect(() => {
    const pin = pins.find(({ id }) => id === chosen);
    if (handle && pin) handle.fit([pin], { maxZoom: STREETS_ZOOM });
  }, [handle, pins, chosen]);
  if (!view) return null;
  if (config.isPending) return <Skeleton className={styles['map']} />;
  return (
    <div className={styles['map']}>
      <MapSurface
        providers={config.data?.providers ?? []}
        theme={theme}
        language={language}
        initialView={view}
        handleRef={setHandle}
        label={t('EcoEventsMap')}
      >
        <PinLayer pins={pins} onSelect={onChoose} labelsFromZoom={13} isCrowd />
      </MapSurface>
    </div>
  );
}
