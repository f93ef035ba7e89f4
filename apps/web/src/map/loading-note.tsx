import type { Map as MapLibreMap } from 'maplibre-gl';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import styles from './map-surface.module.css';
import { isAlive } from './overlays.ts';

/** Quicker than this nobody wonders. */
const PATIENCE_MS = 400;

/** Says that a grey map is on its way, until it has been drawn once. */
export function LoadingNote({ map }: { map: Pick<MapLibreMap, 'loaded' | 'on' | 'off'> | null }): ReactNode {
  const t = useT();
  const [isLate, setLate] = useState(false);
  const [hasDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!map) return undefined;
    const look = (): void => {
      if (map.loaded()) setDrawn(true);
    };
    look();
    map.on('load', look);
    map.on('idle', look);
    return () => {
      if (isAlive(map as MapLibreMap)) {
        map.off('load', look);
        map.off('idle', look);
      }
    };
  }, [map]);
  const isShown = isLate && !hasDrawn;
  return (
    <p className={styles['loading']} role="status" hidden={!isShown}>
      {isShown && t('MapLoading')}
    </p>
  );
}
