import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AttestScreen } from '../features/attestation/screen.tsx';
import type { AttestSearch } from '../features/attestation/model.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';

/** ATT-005: a driver's own month, and everybody's for administrators. */
export function AttestPage(): ReactNode {
  const t = useT();
  const search = useSearch({ from: ADDRESSES.attest });
  const navigate = useNavigate({ from: ADDRESSES.attest });
  useDocumentTitle(t('MenuAttest'));
  return (
    <AttestScreen
      search={search}
      onSearch={(patch) =>
        void navigate({
          to: ADDRESSES.attest,
          search: (before: AttestSearch) => ({ ...before, ...patch }) as AttestSearch,
          replace: true,
        })
      }
      renderLogLink={(trips, children) => (
        <Link to={ADDRESSES.tripLog} search={trips}>
          {children}
        </Link>
      )}
    />
  );
}
