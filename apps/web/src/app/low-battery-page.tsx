import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BatteryScreen } from '../features/units/battery-screen.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';

/** NAV-035: batteries that are low. */
export function LowBatteryPage(): ReactNode {
  const t = useT();
  const search = useSearch({ from: ADDRESSES.lowBattery });
  const navigate = useNavigate({ from: ADDRESSES.lowBattery });
  useDocumentTitle(t('LowBattery'));
  return (
    <BatteryScreen
      search={search}
      onSearch={(next) => void navigate({ to: ADDRESSES.lowBattery, search: next, replace: true })}
      renderUnitLink={(imei, text) => (
        <Link to={ADDRESSES.editUnit} search={{ imei }}>
          {text}
        </Link>
      )}
    />
  );
}
