import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { PlaceEditor, type RenderMap } from '../features/places/editor-screen.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { endpointQuery } from '../lib/endpoint-query.ts';
import { useLanguage, useT } from '../lib/i18n.tsx';
import { useSend } from '../lib/send-context.tsx';
import { useShownTheme } from '../lib/use-theme.ts';
import { CircleLayer } from '../map/circle-layer.tsx';
import type { MapHandle } from '../map/map-context.ts';
import { MapSurface } from '../map/map-surface.tsx';
import { boundsOf } from '../map/shapes.ts';

/** NAV-013: one place, new or there already; a new one may begin with the end of a trip (PLACE-011). */
export function PlacePage(): ReactNode {
  const t = useT();
  const navigate = useNavigate();
  const { placeID } = useParams({ strict: false });
  const { trip, which }: { trip?: string; which?: string } = useSearch({ strict: false });
  useDocumentTitle(placeID === undefined ? t('NewPlace') : t('EditPlace'));
  const end = trip && (which === 'start' || which === 'stop') ? ({ trip_id: Number(trip), which } as const) : null;
  return (
    <PlaceEditor
      id={placeID === undefined ? null : Number(placeID)}
      trip={placeID === undefined ? end : null}
      onDone={() => void navigate({ to: ADDRESSES.places })}
      renderMap={(map) => <PlaceMap {...map} />}
    />
  );
}

/** A circle of 50 m is seen as one. */
const OWN_MAX_ZOOM = 17;

/** All of the circle is in view, also after it was found elsewhere or made larger; without one yet, the other places are. */
function PlaceMap({ rings, onPick }: Parameters<RenderMap>[0]): ReactNode {
  const t = useT();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const config = useQuery(endpointQuery(useSend(), 'accounts.map-config', {}));
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
