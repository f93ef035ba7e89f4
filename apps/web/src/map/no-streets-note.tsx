import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { type BaseKind, detailZoom, isBeyondDetail } from './detail.ts';
import { useMap } from './map-context.ts';
import styles from './map-surface.module.css';
import { isAlive } from './overlays.ts';

/** Says, where one looks closer than the embedded map goes, that an empty map is not an empty place, and what to do. */
export function NoStreetsNote({ base }: { base: BaseKind }): ReactNode {
  const { map, handle } = useMap();
  const t = useT();
  const [isBeyond, setBeyond] = useState(false);
  useEffect(() => {
    const look = () => setBeyond(isBeyondDetail(base, handle.center(), handle.zoom()));
    look();
    map.on('moveend', look);
    return () => {
      if (isAlive(map)) map.off('moveend', look);
    };
  }, [map, handle, base]);
  return (
    <div className={styles['noStreets']} role="status" hidden={!isBeyond}>
      {isBeyond && (
        <>
          <p>
            <strong>{t('MapNoStreets')}</strong> {t('MapNoStreetsHelp')}
          </p>
          <Button isSmall onClick={() => handle.moveTo(handle.center(), { zoom: detailZoom(base, handle.center()) })}>
            {t('MapZoomOut')}
          </Button>
        </>
      )}
    </div>
  );
}
