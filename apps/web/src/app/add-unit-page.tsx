import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveFeed } from '../features/tracking/public/live-context.tsx';
import { AddUnitScreen } from '../features/units/add-unit-screen.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';

/** NAV-019: a tracker becomes a unit, and its connection is watched next. */
export function AddUnitPage(): ReactNode {
  const t = useT();
  const feed = useLiveFeed();
  const navigate = useNavigate({ from: ADDRESSES.addUnit });
  useDocumentTitle(t('AddUnit'));
  return (
    <AddUnitScreen
      onAdded={(imei) => {
        feed?.refresh();
        void navigate({ to: ADDRESSES.editUnit, search: { imei, tab: 'connection' } });
      }}
      renderListLink={(text) => <Link to={ADDRESSES.units}>{text}</Link>}
    />
  );
}
