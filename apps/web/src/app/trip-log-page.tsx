import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TripSearch } from '../features/trips/public.ts';
import { TripLogScreen } from '../features/trips/screen.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { TripMap } from './trip-map.tsx';

/** The trip log with a map beside it. */
export function TripLogPage(): ReactNode {
  const t = useT();
  const user = useUser();
  const search = useSearch({ from: ADDRESSES.tripLog });
  const navigate = useNavigate({ from: ADDRESSES.tripLog });
  useDocumentTitle(user.userHasOnlyBasSubscription ? t('MenuLog') : t('TripLog'));
  return (
    <TripLogScreen
      search={search}
      onSearch={(patch, options) =>
        void navigate({
          to: ADDRESSES.tripLog,
          search: (before: TripSearch) => ({ ...before, ...patch }),
          replace: options?.replace ?? false,
        })
      }
      renderMap={(trip) => <TripMap trip={trip} />}
    />
  );
}
