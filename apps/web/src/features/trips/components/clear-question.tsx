import type { Trip } from '@spora/contract/trips/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { valueOf, type EditableField } from '../fields.ts';
import styles from './bulk-dialog.module.css';

export interface Cleared<F extends EditableField = EditableField> {
  readonly field: F;
  /** Of how many trips something is taken away; one that is not known counts. */
  readonly count: number;
}

/** What a change of many leaves empty where something stands. */
export function clearedOf<F extends EditableField>(
  fields: readonly F[],
  trips: { count: number; known: readonly Trip[] },
): Cleared<F>[] {
  const { count, known } = trips;
  return fields
    .map((field) => ({ field, count: count - known.filter((trip) => valueOf(trip, field) === '').length }))
    .filter((each) => each.count > 0);
}

/** TRIP-021: a field that was left empty by mistake would empty hundreds of trips, so it is asked first, with the numbers. */
export function ClearQuestion(props: {
  cleared: readonly (Cleared & { readonly label: string })[];
  count: number;
  onBack: () => void;
  onClear: () => void;
}): ReactNode {
  const { cleared, count } = props;
  const t = useT();
  const format = useFormat();
  return (
    <div className={styles['form']} role="group" aria-label={t('ClearManyLead')}>
      <p className={styles['lead']}>{t('ClearManyLead')}</p>
      <dl className={styles['figures']}>
        {cleared.map((each) => (
          <div key={each.field} className={styles['figure']}>
            <dt>{each.label}</dt>
            <dd>{t('ClearManyCount', { count: each.count, of: format.number(count) })}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['actions']}>
        <Button onClick={props.onBack}>{t('BulkBack')}</Button>
        <Button look="danger" onClick={props.onClear}>
          {t('ClearManyYes')}
        </Button>
      </div>
    </div>
  );
}
