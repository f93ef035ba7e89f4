import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** NAV-024: what was asked for, and one way on. */
export function NotFound(props: { address: string; way: { href: string; label: string } }): ReactNode {
  const t = useT();
  useDocumentTitle(t('PageNotFound'));
  return (
    <EmptyState
      icon="search"
      level={1}
      title={t('PageNotFound')}
      action={
        <a className={buttonClass({ look: 'primary' })} href={props.way.href}>
          {props.way.label}
        </a>
      }
    >
      {t('PageNotFoundText', { address: props.address })}
    </EmptyState>
  );
}
