import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { navigateTo } from '../../../lib/navigate.ts';
import { Button } from '../../../ui/button.tsx';
import type { Wizard } from '../use-wizard.ts';
import styles from '../wizard.module.css';

/** Back leads to the sign-in page from the first step (WIZ-025). */
export function StepButtons(props: { wizard: Wizard; label: string | null; isWaiting?: boolean }): ReactNode {
  const { wizard, label, isWaiting = false } = props;
  const t = useT();
  const back = (): void => {
    if (!wizard.steps.back()) navigateTo(ADDRESSES.start);
  };
  return (
    <div className={styles['buttons']}>
      <Button look={label === null ? 'quiet' : 'plain'} icon="chevron-left" onClick={back} className={styles['back']}>
        {t('WizardBack')}
      </Button>
      {label !== null && (
        <Button type="submit" look="primary" isBusy={wizard.isBusy || isWaiting} className={styles['next']}>
          {label}
        </Button>
      )}
    </div>
  );
}
