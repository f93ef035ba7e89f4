import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { GuideScreen } from '../features/accounts/guide-screen.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { buttonClass } from '../ui/button.tsx';

/** ADM-024: the first steps of a new account, for its administrators. */
export function GuidePage(): ReactNode {
  const t = useT();
  useDocumentTitle(t('GuideTitle'));
  return (
    <GuideScreen
      renderLink={({ to, search }, text, look) => (
        <Link to={to} search={search} className={buttonClass({ look })}>
          {text}
        </Link>
      )}
    />
  );
}
