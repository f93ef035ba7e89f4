import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UsersScreen } from '../features/users/public.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';

/** The account, for administrators: its users. */
export function AccountPage(): ReactNode {
  const t = useT();
  useDocumentTitle(t('MenuAccount'));
  return <UsersScreen renderProfileLink={(text) => <Link to={ADDRESSES.profile}>{text}</Link>} />;
}
