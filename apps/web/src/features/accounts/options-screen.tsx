import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { AttestOptions } from './components/attest-options.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { OtherTypeForm } from './components/other-type-form.tsx';
import { Reminders } from './components/reminders.tsx';
import { AlertLanguageForm } from '../alarms/public/alert-language-form.tsx';
import { NoticeRequirement } from '../users/public/notice-requirement.tsx';
import { optionsQuery } from './settings-queries.ts';
import frame from '../../ui/section.module.css';
import styles from '../../ui/settings.module.css';

/** ADM-001, TRIP-003, I18N-004, ADM-017: what the account makes of other trips, the alerts' language and zone, and reminders. */
export function OptionsScreen(): ReactNode {
  const t = useT();
  const query = useQuery(optionsQuery(useSend()));
  return (
    <div className={styles['screen']}>
      <section className={frame['section']}>
        <h2>{t('OtherTypeTitle')}</h2>
        <OtherTypeForm />
      </section>
      <section className={frame['section']}>
        <h2>{t('AlertOptionsTitle')}</h2>
        <AlertLanguageForm />
      </section>
      <section className={frame['section']}>
        <h2>{t('AttestOptionsTitle')}</h2>
        <Loaded query={query}>{(options) => <AttestOptions options={options} />}</Loaded>
      </section>
      <section className={frame['section']}>
        <h2>{t('RemindersTitle')}</h2>
        <Reminders />
      </section>
      <section className={frame['section']}>
        <h2>{t('NoticeRequireTitle')}</h2>
        <NoticeRequirement />
      </section>
    </div>
  );
}
