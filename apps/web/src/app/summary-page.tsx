import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SummaryScreen } from '../features/reports/summary-screen.tsx';
import type { SummarySearch } from '../features/reports/summary-model.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';

/** REP-009, with the log behind every figure. */
export function SummaryPage(): ReactNode {
  const t = useT();
  const search = useSearch({ from: ADDRESSES.summary });
  const navigate = useNavigate({ from: ADDRESSES.summary });
  useDocumentTitle(t('SummaryReport'));
  return (
    <SummaryScreen
      search={search}
      onSearch={(patch) =>
        void navigate({
          to: ADDRESSES.summary,
          search: (before: SummarySearch) => ({ ...before, ...patch }) as SummarySearch,
          replace: true,
        })
      }
      renderLogLink={({ row, from, to, type }, children) =>
        search.group === 'driver' ? (
          <Link
            to={ADDRESSES.tripLog}
            search={{
              period: 'custom',
              from,
              to,
              type,
              ...(search.unit ? { unit: search.unit } : {}),
              ...(row.id === null ? { matter: 'driver' } : { drivers: String(row.id) }),
            }}
          >
            {children}
          </Link>
        ) : row.imei ? (
          <Link
            to={ADDRESSES.tripLog}
            search={{ period: 'custom', from, to, type, unit: row.imei, ...(search.drivers ? { drivers: search.drivers } : {}) }}
          >
            {children}
          </Link>
        ) : (
          children
        )
      }
    />
  );
}
