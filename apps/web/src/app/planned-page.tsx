import type { SignedInUser } from '@spora/contract/auth/endpoints';
import type { Translate } from '@spora/messages/translate';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { HomeLink } from './home-link.tsx';

/** A page that a later issue builds: its address, guard and title are in force already, and there is a way on. */
export function PlannedPage(props: { title: (t: Translate, user: SignedInUser) => string }): ReactNode {
  const t = useT();
  const title = props.title(t, useUser());
  useDocumentTitle(title);
  return (
    <EmptyState icon="route" title={t('PageComesLater')} action={<HomeLink />}>
      {t('PageComesLaterText', { page: title })}
    </EmptyState>
  );
}
