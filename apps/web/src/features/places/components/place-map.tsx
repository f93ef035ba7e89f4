import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { mapConfigQuery } from '../../../lib/map-config.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useShownTheme } from '../../../lib/use-theme.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { boundsOf, type MapPoint } from '../../../map/shapes.ts';

/** A circle of 50 m is seen as one, with the streets about it. */
const OWN_MAX_ZOOM = 16;

/** All of the circle is in view, also after it was found elsewhere or made larger; without one yet, the other places are. */
export function PlaceMap(props: {
  rings: readonly { readonly points: readonly MapPoint[]; readonly isFaint: boolean }[];
  onPick: ((point: MapPoint) => void) | undefined;
}): ReactNode {
  const { rings, onPick } = props;
  const t = useT();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const config = useQuery(mapConfigQuery(useSend()));
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const fitted = useRef<MapHandle | null>(null);
  const own = useMemo(() => rings.find(({ isFaint }) => !isFaint)?.points, [rings]);
  const view = useMemo(() => {
    const bounds = boundsOf(own ?? rings.flatMap(({ points }) => points));
    return bounds && { bounds };
  }, [own, rings]);
  useEffect(() => {
    if (!handle || !own) return;
    const { west, south, east, north } = handle.bounds();
    const isOutside = own.some(({ lat, lng }) => lng < west || lng > east || lat < south || lat > north);
    if (isOutside || fitted.current !== handle) handle.fit(own, { maxZoom: OWN_MAX_ZOOM, isInstant: fitted.current !== handle });
    fitted.current = handle;
  }, [handle, own]);
  return (
    <MapSurface
      providers={config.data?.providers ?? []}
      theme={theme}
      language={language}
      initialView={view}
      handleRef={setHandle}
      label={t('PlaceMap')}
    >
      <CircleLayer rings={rings} onPick={onPick} />
    </MapSurface>
  );
}
