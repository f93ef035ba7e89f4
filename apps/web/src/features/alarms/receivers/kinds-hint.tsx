import { type AlarmClass, kindsOfClass } from '@spora/contract/alarms/kinds';
import { brandOf } from '@spora/contract/brands';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './receivers.module.css';

/** ALARM-032: what a class of alarms holds, in the reader's language. */
export function KindsHint({ type }: { type: AlarmClass }): ReactNode {
  const t = useT();
  const kinds = kindsOfClass(type, brandOf(useUser().SubsiteID)).map((kind) => t(`AlarmKind_${kind}`));
  return (
    <Hint
      label={t(type === 'security' ? 'ReceiverSecurityWhat' : 'ReceiverFunctionWhat')}
      text={t('ReceiverKinds', { kinds: kinds.join(', ') })}
      className={styles['hint'] ?? ''}
    >
      <Icon name="information" size={16} />
    </Hint>
  );
}
