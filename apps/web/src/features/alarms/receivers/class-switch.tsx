import { type AlarmClass, kindsOfClass } from '@spora/contract/alarms/kinds';
import { brandOf } from '@spora/contract/brands';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from './receivers.module.css';

interface ClassSwitchProps {
  readonly of: AlarmClass;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** ALARM-015, ALARM-032: whether somebody is told of a class of alarms, with all that it holds behind a press: there is no choice by kind. */
export function ClassSwitch({ of, isOn, onChange }: ClassSwitchProps): ReactNode {
  const t = useT();
  const kinds = kindsOfClass(of, brandOf(useUser().SubsiteID)).map((kind) => t(`AlarmKind_${kind}`));
  return (
    <div className={styles['class']}>
      <Switch label={t(of === 'security' ? 'SecurityAlarms' : 'FunctionAlarms')} isOn={isOn} onChange={onChange} />
      <details className={styles['kinds']}>
        <summary>{t('ReceiverKindsShow', { count: kinds.length })}</summary>
        <p className={styles['soft']}>{kinds.join(' · ')}</p>
      </details>
    </div>
  );
}
