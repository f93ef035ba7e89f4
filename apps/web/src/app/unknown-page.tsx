import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { isAdministration } from './access.ts';
import { homeOf } from './home.ts';
import { NotFound } from './not-found.tsx';

/**
 * Page not found, for somebody who is signed in (NAV-023, NAV-025). To who is no administrator every address of the administration says the
 * same, whether there is a page or not: that none is for them, and whom to ask.
 */
export function UnknownPage(): ReactNode {
  const t = useT();
  const user = useUser();
  const address = useLocation({ select: (location) => location.pathname });
  const isForOthers = isAdministration(address) && !user.IsAdmin;
  return (
    <NotFound
      address={address}
      way={{ href: homeOf(user), label: user.RealTimeMap ? t('ToMap') : t('ToTripLog') }}
      {...(isForOthers && { textOf: (shown) => t('PageForAdmins', { address: shown }) })}
    />
  );
}
