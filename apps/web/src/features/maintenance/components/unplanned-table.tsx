import type { OverviewUnit } from '@spora/contract/maintenance/endpoints';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Table } from '../../../ui/table.tsx';
import { useFirstRows } from '../../../ui/use-first-rows.ts';
import styles from './overview.module.css';

/** The units that nobody has made a plan for, each with a way to make one for whoever may. */
export function UnplannedTable(props: {
  units: readonly OverviewUnit[];
  onAdd: ((imeis: readonly string[]) => void) | null;
}): ReactNode {
  const { onAdd } = props;
  const t = useT();
  const { shown, next, showNext } = useFirstRows(props.units);
  const all = props.units.flatMap(({ imei }) => imei ?? []);
  return (
    <>
      {onAdd && all.length > 1 && (
        <Button className={styles['rest']} icon="plus" onClick={() => onAdd(all)}>
          {t('OverviewAddToAll', { count: all.length })}
        </Button>
      )}
      <Table
        label={t('OverviewUnplanned')}
        rowCount={props.units.length}
        head={
          <>
            <th scope="col">{t('OverviewUnit')}</th>
            <th scope="col">{t('RegistrationNumber')}</th>
            <th scope="col">{t('Department')}</th>
            <th scope="col">{t('ServicePlans')}</th>
          </>
        }
      >
        {shown.map(({ id, imei, name, registration_number, department }) => (
          <tr key={id}>
            <th scope="row">
              {imei === null ? (
                name
              ) : (
                <PageLink to={ADDRESSES.editUnit} search={{ imei, tab: 'service' }}>
                  {name}
                </PageLink>
              )}
            </th>
            <td data-label={t('RegistrationNumber')}>{registration_number}</td>
            <td data-label={t('Department')}>{department}</td>
            <td>
              {imei !== null && onAdd && (
                <Button isSmall icon="plus" aria-label={t('OverviewAddTo', { name })} onClick={() => onAdd([imei])}>
                  {t('PlanAdd')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {next > 0 && (
        <Button className={styles['rest']} onClick={showNext}>
          {t('OverviewShowMore', { count: next })}
        </Button>
      )}
    </>
  );
}
