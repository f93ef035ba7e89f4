import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** The live map. */
export function MapPage(): ReactNode {
  const t = useT();
  useDocumentTitle(t('MenuMap'));
  return <EmptyState icon="map" title={t('MenuMap')} />;
}
