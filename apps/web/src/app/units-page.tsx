import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { UnitSearch } from '../features/units/list-model.ts';
import { UnitsScreen } from '../features/units/units-screen.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { Button, buttonClass } from '../ui/button.tsx';

/** The QR code and its dialog are fetched when somebody adds a phone. */
const AddPhoneDialog = lazy(() =>
  import('../features/units/components/add-phone-dialog.tsx').then((module) => ({ default: module.AddPhoneDialog })),
);

/** NAV-015: the list of units. */
export function UnitsPage(): ReactNode {
  const t = useT();
  const search = useSearch({ from: ADDRESSES.units });
  const navigate = useNavigate({ from: ADDRESSES.units });
  const [isAdding, setAdding] = useState(false);
  useDocumentTitle(t('MenuUnits'));
  return (
    <>
      <UnitsScreen
        search={search}
        onSearch={(patch) =>
          void navigate({ to: ADDRESSES.units, search: (before: UnitSearch) => ({ ...before, ...patch }), replace: true })
        }
        onClear={() =>
          void navigate({
            to: ADDRESSES.units,
            search: ({ sort, order, columns }: UnitSearch) => ({ sort, order, columns }),
            replace: true,
          })
        }
        renderLink={(imei, children) => (
          <Link to={ADDRESSES.editUnit} search={{ imei }}>
            {children}
          </Link>
        )}
        links={<Link to={ADDRESSES.lowBattery}>{t('LowBattery')}</Link>}
        addButtons={
          <>
            <Button icon="phone" onClick={() => setAdding(true)}>
              {t('AddPhone')}
            </Button>
            <Link to={ADDRESSES.addUnit} className={buttonClass({ look: 'primary' })}>
              {t('AddUnit')}
            </Link>
          </>
        }
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
