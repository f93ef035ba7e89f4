import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { PlaceEditor, type RenderMap } from '../features/places/editor-screen.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { endpointQuery } from '../lib/endpoint-query.ts';
import { useLanguage, useT } from '../lib/i18n.tsx';
import { useSend } from '../lib/send-context.tsx';
import { useShownTheme } from '../lib/use-theme.ts';
import { CircleLayer } from '../map/circle-layer.tsx';
import { MapSurface } from '../map/map-surface.tsx';

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

function PlaceMap({ rings, center, onPick }: Parameters<RenderMap>[0]): ReactNode {
  const t = useT();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const config = useQuery(endpointQuery(useSend(), 'accounts.map-config', {}));
  const [lat, lng] = [center?.lat, center?.lng];
  const view = useMemo(() => (lat === undefined || lng === undefined ? null : { center: { lat, lng }, zoom: 15 }), [lat, lng]);
  return (
    <MapSurface
      providers={config.data?.providers ?? []}
      theme={theme}
      language={language}
      initialView={view}
      label={t('PlaceMap')}
    >
      <CircleLayer rings={rings} onPick={onPick} />
    </MapSurface>
  );
}
