import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PlacesScreen } from '../features/places/list-screen.tsx';
import type { PlaceSearch } from '../features/places/model.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { buttonClass } from '../ui/button.tsx';

/** NAV-013: the list of places. */
export function PlacesPage(): ReactNode {
  const t = useT();
  const search = useSearch({ from: ADDRESSES.places });
  const navigate = useNavigate({ from: ADDRESSES.places });
  useDocumentTitle(t('Places'));
  return (
    <PlacesScreen
      search={search}
      onSearch={(patch) =>
        void navigate({
          to: ADDRESSES.places,
          search: (before: PlaceSearch) => ({ ...before, ...patch }) as PlaceSearch,
          replace: true,
        })
      }
      renderLink={(id, children) => (
        <Link to={`${ADDRESSES.editPlace}/$placeID`} params={{ placeID: String(id) }}>
          {children}
        </Link>
      )}
      renderAdd={(text) => (
        <Link to={ADDRESSES.editPlace} className={buttonClass({ look: 'primary' })}>
          {text}
        </Link>
      )}
    />
  );
}
