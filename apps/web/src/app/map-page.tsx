import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { TrackingScreen, type TrackingSearch } from '../features/tracking/public.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { ADDRESSES } from './addresses.ts';

/** The live map. */
export function MapPage(): ReactNode {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  useDocumentTitle(t('MenuMap'));
  const onSearch = useCallback((next: TrackingSearch) => void navigate({ to: ADDRESSES.map, search: next, replace: true }), [navigate]);
  return <TrackingScreen search={search} onSearch={onSearch} tripLogHref={(imei) => `${ADDRESSES.tripLog}?unit=${imei}`} onAddPhone={null} />;
}
