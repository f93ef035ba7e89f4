import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
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
  const status = useQuery(statusQuery(send));
  const settings = useQuery(settingsQuery(send));
  // Whoever has yet to connect begins with that; it stays where it was for who connects now.
  const [isNew, setNew] = useState<boolean | null>(null);
  if (isNew === null && settings.data) setNew(!settings.data.is_on);
  const month = (
    <Loaded key="month" query={status}>
      {(data) => <MonthReport status={data} />}
    </Loaded>
  );
  const connection = (
    <section key="connection" className={frame['section']} aria-labelledby="autoplan-settings">
      <h2 id="autoplan-settings">{t('AutoplanSettingsTitle')}</h2>
      <Loaded query={settings}>{(data) => <SettingsForm settings={data} />}</Loaded>
    </section>
  );
  return (
    <div className={styles['screen']}>
      <p className={frame['soft']}>{t('AutoplanLead')}</p>
      {isNew === true ? [connection, month] : [month, connection]}
    </div>
  );
}
