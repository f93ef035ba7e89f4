import type { ReminderMatter } from '@spora/contract/accounts/settings';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { WaitingButton } from '../../../ui/waiting-button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { remindersQuery, sendReminders, useSettingsWrite } from '../settings-queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../../../ui/settings.module.css';
import { Loaded } from '../../../ui/loaded.tsx';

/** ADM-017: who has something left to do, and a reminder that nobody gets twice within a day. */
export function Reminders(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const query = useQuery(remindersQuery(useSend()));
  const write = useSettingsWrite(sendReminders);
  const remind = (matter: ReminderMatter): void =>
    write.mutate(matter, {
      onSuccess: ({ sent }) => toasts.show({ text: t('RemindersSent', { count: sent }) }),
      onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
    });
  return (
    <>
      <p className={frame['soft']}>{t('RemindersLead')}</p>
      <Loaded query={query}>
        {({ matters }) =>
          matters.map(({ matter, waiting, may_remind }) => (
            <div key={matter} className={styles['line']}>
              <div>
                <p>{t(`Reminder-${matter}`, { count: waiting })}</p>
                {waiting > may_remind && (
                  <p className={frame['soft']}>{t('RemindersTooSoon', { count: waiting - may_remind })}</p>
                )}
              </div>
              {waiting > 0 && (
                <WaitingButton
                  failure={write.error}
                  icon="mail"
                  disabled={may_remind === 0}
                  isBusy={write.isPending && write.variables === matter}
                  onClick={() => remind(matter)}
                >
                  {may_remind > 0 ? t('RemindersSend', { count: may_remind }) : t('RemindersSendNobody')}
                </WaitingButton>
              )}
            </div>
          ))
        }
      </Loaded>
    </>
  );
}
