import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { homeOf } from './home.ts';
import { NotFound } from './not-found.tsx';

/** Page not found, for somebody who is signed in (NAV-023, NAV-025). */
export function UnknownPage(): ReactNode {
  const t = useT();
  const user = useUser();
  const address = useLocation({ select: (location) => location.pathname });
  return <NotFound address={address} way={{ href: homeOf(user), label: user.RealTimeMap ? t('ToMap') : t('ToTripLog') }} />;
}
