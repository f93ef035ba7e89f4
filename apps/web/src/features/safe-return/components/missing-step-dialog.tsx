import type { SafeHome } from '@spora/contract/safe-return/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { hasHome, hasSchedule } from '../model.ts';
import styles from './safe-return.module.css';

/** SAFE-007, SAFE-008, DEC-34: in the colours of success as it always was, but it does not say that anything succeeded. */
export function MissingStepDialog(props: {
  home: SafeHome;
  onClose: () => void;
  onOpen: (what: 'home' | 'schedule') => void;
}): ReactNode {
  const { home } = props;
  const t = useT();
  return (
    <Dialog title={t('SafeHomeNotOn', { name: home.name })} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['form']}>
        <p className={styles['refusal']} role="status">
          <Icon name="information" />
          {t('SafeHomeEnableMsg')}
        </p>
        <p>{t('SafeHomeTurnsOn')}</p>
        <div className={styles['ends']}>
          <Button onClick={props.onClose}>{t('Close')}</Button>
          {!hasSchedule(home) && (
            <Button look={hasHome(home) ? 'primary' : 'plain'} icon="calendar" onClick={() => props.onOpen('schedule')}>
              {t('SafeHomeChooseTimes')}
            </Button>
          )}
          {!hasHome(home) && (
            <Button look="primary" icon="plus" onClick={() => props.onOpen('home')}>
              {t('SafeHomeAdd')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
