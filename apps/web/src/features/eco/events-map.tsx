import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useMapSetup } from '../../lib/use-map-setup.ts';
import type { MapHandle } from '../../map/map-context.ts';
import { MapSurface } from '../../map/map-surface.tsx';
import { PinGroupsLayer } from '../../map/pin-groups-layer.tsx';
import { boundsOf, type SignedPin } from '../../map/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './eco.module.css';

const STREETS_ZOOM = 15;

/** Where events happened; the list below it says the same in words. */
export function EventsMap(props: {
  pins: readonly SignedPin[];
  chosen: string | null;
  /** Of an event on the map; null: all of them again. */
  onChoose: (key: string | null) => void;
}): ReactNode {
  const { pins, chosen, onChoose } = props;
  const t = useT();
  const { setup, isPending } = useMapSetup();
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const view = useMemo(() => {
    const bounds = boundsOf(pins);
    return bounds && { bounds };
  }, [pins]);
  const current = useRef(pins);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    current.current = pins;
  }, [pins]);
  useEffect(() => {
    if (!handle || shown.current === chosen) return;
    shown.current = chosen;
    const pin = current.current.find(({ id }) => id === chosen);
    if (pin) handle.fit([pin], { maxZoom: STREETS_ZOOM });
    else handle.fit(current.current);
  }, [handle, chosen]);
  if (!view) return null;
  if (isPending) return <Skeleton className={styles['map']} />;
  const showAll = (): void => {
    // Also where nothing is chosen and somebody has only lost their way on the map.
    if (chosen === null) handle?.fit(pins);
    onChoose(null);
  };
  return (
    <div className={styles['map']}>
      <MapSurface {...setup} initialView={view} handleRef={setHandle} label={t('EcoEventsMap')}>
        <PinGroupsLayer pins={pins} chosen={chosen} onSelect={onChoose} />
      </MapSurface>
      {handle && pins.length > 1 && (
        <Button isSmall className={styles['all']} onClick={showAll}>
          {t('ShowAllOnMap')}
        </Button>
      )}
    </div>
  );
}
