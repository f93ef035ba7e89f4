import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { TrackingScreen } from '../features/tracking/screen.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { ADDRESSES } from '../lib/addresses.ts';

/** The QR code and its dialog are fetched when somebody adds a phone. */
const AddPhoneDialog = lazy(() =>
  import('../features/units/components/add-phone-dialog.tsx').then((module) => ({ default: module.AddPhoneDialog })),
);

/** With its dialogs; the map does not wait for it. */
const UnitCheckIn = lazy(() =>
  import('../features/drivers/public/unit-check-in.tsx').then((module) => ({ default: module.UnitCheckIn })),
);

/** The live map. */
export function MapPage(): ReactNode {
  const t = useT();
  const user = useUser();
  const search = useSearch({ from: ADDRESSES.map });
  const navigate = useNavigate({ from: ADDRESSES.map });
  const [isAdding, setAdding] = useState(false);
  useDocumentTitle(t('MenuMap'));
  return (
    <>
      <TrackingScreen
        search={search}
        onSearch={(next) => void navigate({ to: ADDRESSES.map, search: next, replace: true })}
        tripLogHref={(imei) => `${ADDRESSES.tripLog}?unit=${imei}`}
        unitHref={(imei) => `${ADDRESSES.editUnit}?imei=${imei}`}
        onAddPhone={user.IsAdmin ? () => setAdding(true) : null}
        renderCheckIn={({ id, imei, name }) => (
          <Suspense fallback={null}>
            <UnitCheckIn unitId={id} imei={imei} unitName={name} />
          </Suspense>
        )}
      />
      {isAdding && (
        <Suspense fallback={null}>
          <AddPhoneDialog
            onClose={() => setAdding(false)}
            onShow={(imei) => {
              setAdding(false);
              void navigate({ to: ADDRESSES.map, search: { unit: imei } });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
