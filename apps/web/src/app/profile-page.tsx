import type { ReactNode } from 'react';
import { ProfileScreen } from '../features/users/profile-screen.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';

/** One's own profile. */
export function ProfilePage(): ReactNode {
  const t = useT();
  useDocumentTitle(t('MyProfile'));
  return <ProfileScreen />;
}
