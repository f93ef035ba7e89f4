import type { Trip } from '@spora/contract/trips/endpoints';
import type { ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import type { BulkOutcome } from '../use-bulk.ts';
import styles from './bulk-dialog.module.css';

/** The reasons are shown in full up to this many trips each; the rest by number. */
const NAMED = 8;

/** How many were changed, and for each reason which were not. */
export function BulkSummary(props: { outcome: BulkOutcome; known: readonly Trip[] }): ReactNode {
  const { outcome, known } = props;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const reasons = Map.groupBy(outcome.refused, ({ error }) => error);
  const nameOf = (id: number): string => {
    const trip = known.find((each) => each.id === id);
    return trip ? `${trip.day} ${trip.start.time === null ? '' : format.time(trip.start.time)} · ${trip.unit_name}` : '';
  };
  return (
    <div className={styles['summary']} role="status">
      <p>
        <strong>{t('BulkChanged', { count: outcome.changed.length })}</strong>
      </p>
      {outcome.left > 0 && (
        <p>
          {t('BulkLeft', { count: outcome.left })} {outcome.failure !== undefined && errors.text(outcome.failure)}
        </p>
      )}
      {[...reasons].map(([error, trips]) => {
        const named = trips.map(({ id }) => nameOf(id)).filter(Boolean);
        return (
          <section key={error} className={styles['reason']}>
            <p>
              {t('BulkRefused', { count: trips.length })} {errors.text(new ApiError(409, error as 'SomethingWentWrong'))}
            </p>
            <ul>
              {named.slice(0, NAMED).map((name) => (
                <li key={name}>{name}</li>
              ))}
              {trips.length > NAMED && <li>{t('BulkAndMore', { count: trips.length - NAMED })}</li>}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
