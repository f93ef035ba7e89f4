import type { ReactNode } from 'react';
import { NoticeScreen } from '../features/users/notice-screen.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useSignOut } from './use-sign-out.ts';

/** In the place of the whole shell, in whatever address. */
export function NoticePage(): ReactNode {
  return (
    <PublicLayout shape="text">
      <NoticeScreen onSignOut={useSignOut()} />
    </PublicLayout>
  );
}
