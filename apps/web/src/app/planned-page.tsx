import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import type { PageText } from '../lib/page.ts';
import { useUser } from '../lib/session-context.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { HomeLink } from './home-link.tsx';

/** A page that a later issue builds: its address, guard and title are in force already, and there is a way on. */
export function PlannedPage(props: { title: PageText }): ReactNode {
  const t = useT();
  const title = props.title(t, useUser());
  return (
    <EmptyState icon="route" title={t('PageComesLater')} action={<HomeLink />}>
      {t('PageComesLaterText', { page: title })}
    </EmptyState>
  );
}
