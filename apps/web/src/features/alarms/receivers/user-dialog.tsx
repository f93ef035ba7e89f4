import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { choosableUsers } from './model.ts';
import { usersQuery } from './queries.ts';
import styles from './receivers.module.css';

type User = DataOf<'users.list'>['user'][number];
/** More are found by typing. */
const SHOWN_MAX = 100;

/** ALARM-013: the users who are no receivers yet. */
export function UserDialog(props: {
  receivers: readonly AlarmReceiver[];
  onChoose: (user: User) => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const [q, setQ] = useState('');
  const query = useQuery(usersQuery(useSend()));
  return (
    <Dialog title={t('ReceiverChooseUser')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['form']}>
        <SearchField label={t('ReceiverUserSearch')} clearLabel={t('ClearSearch')} value={q} onChange={setQ} />
        <Loaded query={query} isPart>
          {({ user }) => {
            const found = choosableUsers(user, props.receivers, q);
            return found.length === 0 ? (
              <p className={styles['empty']}>{q.trim() ? t('ReceiverUserNoMatch') : t('ReceiverUserNone')}</p>
            ) : (
              <div className={styles['scroller']}>
                {found.slice(0, SHOWN_MAX).map((each) => (
                  <button key={each.id} type="button" className={styles['line']} onClick={() => props.onChoose(each)}>
                    <span>{each.full_name}</span>
                    <span className={styles['soft']}>{each.email}</span>
                  </button>
                ))}
                {found.length > SHOWN_MAX && (
                  <p className={styles['empty']}>{t('ReceiverUsersMore', { count: found.length - SHOWN_MAX })}</p>
                )}
              </div>
            );
          }}
        </Loaded>
      </div>
    </Dialog>
  );
}
