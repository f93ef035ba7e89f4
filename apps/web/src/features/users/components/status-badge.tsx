import type { UserRow } from '@spora/contract/users/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Badge } from '../../../ui/badge.tsx';

/** Whether somebody uses their sign-in, has yet to, or may not. */
export function StatusBadge(props: { status: UserRow['status'] }): ReactNode {
  const t = useT();
  switch (props.status) {
    case 'active':
      return <Badge tone="success">{t('UserActive')}</Badge>;
    case 'invited':
      return <Badge tone="information">{t('UserInvited')}</Badge>;
    case 'disabled':
      return <Badge>{t('UserDisabled')}</Badge>;
  }
}
