import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { countsOf, shownGroups } from '../groups-model.ts';
import { useGroupWrite } from '../queries.ts';
import styles from '../groups-screen.module.css';

/** ADM-013: what bears the one bears the other afterwards, attested and private trips left out, and the first is gone; it is asked, since it cannot be taken back. */
export function MergeDialog(props: { kind: GroupKind; group: Group; groups: readonly Group[]; onClose: () => void }): ReactNode {
  const { kind, group, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const targets = shownGroups(props.groups, '', true).filter(({ id }) => id !== group.id);
  const [into, setInto] = useState('');
  const { units, users, trips } = countsOf(group);
  const target = targets.find(({ id }) => String(id) === into);
  const merge = useGroupWrite((send, merge_into: number) =>
    call(send, 'accounts.update-group', { params: { kind, id: group.id }, body: { merge_into } }),
  );
  const save = (): void => {
    if (!target) return;
    merge.mutate(target.id, {
      onSuccess: () => {
        toasts.show({ text: t('GroupMerged', { from: group.name, into: target.name }) });
        onClose();
      },
    });
  };
  return (
    <Dialog title={t('GroupMergeTitle', { kind, name: group.name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        <PickField
          label={t('GroupMergeInto', { kind })}
          value={into}
          noneText={t('GroupMergeChoose')}
          options={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setInto}
        />
        {(kind === 'purposes' || kind === 'projects') && (
          <p className={styles['soft']}>
            {t('GroupMergeTrips', { count: trips - group.attested_trips, attested: group.attested_trips })}
          </p>
        )}
        <p className={styles['soft']}>
          {kind === 'purposes'
            ? t('GroupMergePurpose', { name: group.name, count: units + users })
            : t(kind === 'projects' ? 'GroupMergeProject' : 'GroupMergeText', { name: group.name, count: units + users })}
        </p>
        <FailureBanner failure={merge.error} onRetry={save} />
        <div className={styles['dialogEnds']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" disabled={!target} isBusy={merge.isPending} onClick={save}>
            {target ? t('GroupMergeNamed', { from: group.name, into: target.name }) : t('GroupMergeDo')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
