import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ExportOwnData } from '../users/public/export-data.tsx';
import { RemovalPanel } from './components/removal-panel.tsx';
import { RetentionForm } from './components/retention-form.tsx';
import frame from '../../ui/section.module.css';
import styles from '../../ui/settings.module.css';

/** ADM-021, SEC-015: how long things are kept, what is handed out of a person, and the end of the account. */
export function DataScreen(): ReactNode {
  const t = useT();
  return (
    <div className={styles['screen']}>
      <section className={frame['section']}>
        <h2>{t('RetentionTitle')}</h2>
        <RetentionForm />
      </section>
      <section className={frame['section']}>
        <h2>{t('ExportTitle')}</h2>
        <p className={frame['soft']}>
          {t('ExportOfOthers')} <PageLink to={ADDRESSES.account}>{t('ExportChooseUser')}</PageLink>
        </p>
        <ExportOwnData />
      </section>
      <section className={frame['section']}>
        <h2>{t('RemovalTitle')}</h2>
        <RemovalPanel />
      </section>
    </div>
  );
}
