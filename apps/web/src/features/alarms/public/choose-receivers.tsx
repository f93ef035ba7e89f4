import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { Icon } from '../../../ui/icon.tsx';

/**
 * ALARM-030: from a form to the receivers of alarms, in a tab of their own: what was typed in the form stands when one comes back, and who is
 * told is asked for again then.
 */
export function ChooseReceivers({ children }: { children?: ReactNode }): ReactNode {
  const t = useT();
  return (
    <PageLink to={ADDRESSES.alarmReceivers} target="_blank" rel="noopener" title={t('OpensInNewTab')}>
      {children ?? t('AlarmsChooseReceivers')}
      {'\u00a0'}
      <Icon name="external" size={14} />
    </PageLink>
  );
}
