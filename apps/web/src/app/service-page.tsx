import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OverviewScreen } from '../features/maintenance/overview-screen.tsx';
import type { ServiceSearch } from '../features/maintenance/overview-model.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { buttonClass } from '../ui/button.tsx';

/** SRV-007: what is due on all units. */
export function ServicePage(): ReactNode {
  const t = useT();
  const search = useSearch({ from: ADDRESSES.service });
  const navigate = useNavigate({ from: ADDRESSES.service });
  useDocumentTitle(t('MenuService'));
  return (
    <OverviewScreen
      search={search}
      onSearch={(patch) =>
        void navigate({
          to: ADDRESSES.service,
          search: (before: ServiceSearch) => ({ ...before, ...patch }) as ServiceSearch,
          replace: true,
        })
      }
      renderLink={(imei, children) => (
        <Link to={ADDRESSES.editUnit} search={{ imei, tab: 'service' }}>
          {children}
        </Link>
      )}
      renderUnitsLink={(text) => (
        <Link to={ADDRESSES.units} className={buttonClass({ look: 'primary' })}>
          {text}
        </Link>
      )}
    />
  );
}
