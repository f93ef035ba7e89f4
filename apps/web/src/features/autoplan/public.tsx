import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import frame from '../../ui/section.module.css';
import styles from '../../ui/settings.module.css';
import { MonthReport } from './components/month-report.tsx';
import { SettingsForm } from './components/settings-form.tsx';
import { settingsQuery, statusQuery } from './queries.ts';

/** AUTO-001: what is reported to Autoplan of a month, and as which customer; for administrators. */
export function AutoplanScreen(): ReactNode {
  const t = useT();
  const send = useSend();
  return (
    <div className={styles['screen']}>
      <p className={frame['soft']}>{t('AutoplanLead')}</p>
      <Loaded query={useQuery(statusQuery(send))}>{(status) => <MonthReport status={status} />}</Loaded>
      <section className={frame['section']} aria-labelledby="autoplan-settings">
        <h2 id="autoplan-settings">{t('AutoplanSettingsTitle')}</h2>
        <Loaded query={useQuery(settingsQuery(send))}>{(settings) => <SettingsForm settings={settings} />}</Loaded>
      </section>
    </div>
  );
}
