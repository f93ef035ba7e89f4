import { SUBSCRIPTIONS, type SupportUnit } from '../subscriptions.ts';
import type { SupportAccount } from '@spora/contract/support/endpoints';
import { useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from './plain-select.tsx';
import { Table, TableGap } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useSupportWrite } from '../queries.ts';
import { Confirm } from './confirm.tsx';
import styles from '../support.module.css';

const ROW_PX = 53;

/** ADM-028: the subscription of each unit; a change is asked about, since it is what the customer pays for. */
export function AccountUnits(props: { account: SupportAccount }): ReactNode {
  const { account } = props;
  const t = useT();
  const toasts = useToasts();
  const [q, setQ] = useState('');
  const [asked, setAsked] = useState<{ unit: SupportUnit; next: SupportUnit['subscription_type'] } | null>(null);
  const save = useSupportWrite('support.set-subscription');
  const place = useRef<HTMLDivElement>(null);
  const wanted = q.trim().toLowerCase();
  const rows = account.units.filter(({ name, imei }) => `${name} ${imei}`.toLowerCase().includes(wanted));
  const shown = useRowWindow(rows.length, ROW_PX, place);
  if (account.units.length === 0) return <EmptyState icon="truck" title={t('AccountHasNoUnits')} />;
  return (
    <div className={styles['rows']} ref={place}>
      <div className={styles['search']}>
        <SearchField label={t('FindUnit')} clearLabel={t('ClearSearch')} value={q} onChange={setQ} />
      </div>
      <Table
        label={t('AccountUnits')}
        rowCount={rows.length}
        head={
          <>
            <th scope="col">{t('UnitColumn')}</th>
            <th scope="col">{t('ImeiColumn')}</th>
            <th scope="col">{t('SubscriptionColumn')}</th>
          </>
        }
      >
        <TableGap height={shown.before} columns={3} />
        {shown.indexes.map((index) => {
          const unit = rows[index];
          return (
            unit && (
              <tr key={unit.id} ref={shown.measure} data-index={index} aria-rowindex={index + 2}>
                <th scope="row">
                  {unit.name} {unit.is_locked && <Badge tone="warning">{t('UnitIsLockedBadge')}</Badge>}
                </th>
                <td data-label={t('ImeiColumn')} className={styles['number']}>
                  {unit.imei}
                </td>
                <td data-label={t('SubscriptionColumn')}>
                  <Select
                    label={t('SubscriptionOf', { name: unit.name })}
                    value={unit.subscription_type}
                    options={SUBSCRIPTIONS}
                    onChange={(next) => setAsked({ unit, next })}
                  />
                </td>
              </tr>
            )
          );
        })}
        <TableGap height={shown.after} columns={3} />
      </Table>
      {asked && (
        <Confirm
          title={t('ChangeSubscriptionTitle', { name: asked.unit.name })}
          action={t('Save')}
          isBusy={save.isPending}
          failure={save.error}
          onClose={() => setAsked(null)}
          onConfirm={() =>
            save.mutate(
              { params: { id: account.id }, body: { unit_id: asked.unit.id, subscription_type: asked.next } },
              {
                onSuccess: () => {
                  toasts.show({ text: t('Saved') });
                  setAsked(null);
                },
              },
            )
          }
        >
          <p>{t('SubscriptionBecomes', { before: asked.unit.subscription_type, after: asked.next })}</p>
          <p className={styles['soft']}>{t('CustomerSeesChange')}</p>
        </Confirm>
      )}
    </div>
  );
}
