import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import styles from './map-surface.module.css';
import { isAlive, OVERLAY } from './overlays.ts';

/** Quicker than this nobody wonders. */
const PATIENCE_MS = 400;

type Loading = Pick<MapLibreMap, 'loaded' | 'on' | 'off' | 'getStyle' | 'isSourceLoaded'>;

/** The map itself is there: what drives on it goes on changing, and is never all drawn. */
function isBaseDrawn(map: Loading): boolean {
  if (map.loaded()) return true;
  const base = Object.keys((map.getStyle() as StyleSpecification | undefined)?.sources ?? {}).filter(
    (id) => !id.startsWith(OVERLAY),
  );
  return base.length > 0 && base.every((id) => map.isSourceLoaded(id));
}

/** Says that a grey map is on its way, until it has been drawn once. */
export function LoadingNote({ map }: { map: Loading | null }): ReactNode {
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
      if (isBaseDrawn(map)) setDrawn(true);
    };
    const lookAt = (event: { sourceId?: string }): void => {
      if (event.sourceId !== undefined && !event.sourceId.startsWith(OVERLAY)) look();
    };
    look();
    map.on('load', look);
    map.on('idle', look);
    map.on('sourcedata', lookAt);
    return () => {
      if (isAlive(map as MapLibreMap)) {
        map.off('load', look);
        map.off('idle', look);
        map.off('sourcedata', lookAt);
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
