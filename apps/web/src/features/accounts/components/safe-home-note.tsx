import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';

/** Decision 0092: what a day off does not stop, where the account has it; for administrators, whose pages those are. */
export function SafeHomeNote(): ReactNode {
  const t = useT();
  const { IsAdmin } = useUser();
  const config = useQuery({ ...endpointQuery(useSend(), 'accounts.safe-home-config', {}), enabled: IsAdmin, retry: false });
  if (!config.data?.EnableSafeReturnHome) return null;
  return (
    <p>
      {t('DaysOffSafeHome')} <PageLink to={ADDRESSES.safeReturnHome}>{t('SafeReturnHome')}</PageLink>
    </p>
  );
}
