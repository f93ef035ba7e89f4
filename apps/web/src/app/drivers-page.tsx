import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeScreen } from '../features/drivers/code-screen.tsx';
import { DriversScreen } from '../features/drivers/screen.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';

/** Who drives what. */
export function DriversPage(): ReactNode {
  const t = useT();
  const { tab = 'now' } = useSearch({ from: ADDRESSES.drivers });
  const navigate = useNavigate({ from: ADDRESSES.drivers });
  useDocumentTitle(t('MenuDrivers'));
  return (
    <DriversScreen
      tab={tab}
      onTab={(next) => void navigate({ to: ADDRESSES.drivers, search: next === 'now' ? {} : { tab: next }, replace: true })}
    />
  );
}

/** Where a printed code leads. */
export function CheckInPage(): ReactNode {
  const t = useT();
  const { code = '' } = useSearch({ from: ADDRESSES.checkIn });
  useDocumentTitle(t('CodePageTitle'));
  return <CodeScreen code={code} />;
}
