import type { Trip } from '@spora/contract/trips/endpoints';
import type { ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Button } from '../../../ui/button.tsx';
import type { BulkFieldName } from '../bulk-values.ts';
import { changedMeanwhile, type BulkOutcome } from '../use-bulk.ts';
import styles from './bulk-dialog.module.css';
import { useFieldLabel } from './bulk-fields.tsx';

/** The reasons are shown in full up to this many trips each; the rest by number. */
const NAMED = 8;

/** How many were changed, and for each reason which were not; what others have changed meanwhile can be changed all the same. */
export function BulkSummary(props: {
  outcome: BulkOutcome;
  known: readonly Trip[];
  fields?: readonly BulkFieldName[];
  isBusy?: boolean;
  onOverwrite?: () => void;
}): ReactNode {
  const { outcome, known, onOverwrite } = props;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const others = changedMeanwhile(outcome);
  const reasons = Map.groupBy(
    outcome.refused.filter(({ id }) => !others.some((trip) => trip.id === id)),
    ({ error }) => error,
  );
  const nameOf = (trip: Trip): string =>
    `${trip.day} ${trip.start.time === null ? '' : format.time(trip.start.time)} · ${trip.unit_name}`;
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
      {others.length > 0 && (
        <section className={styles['reason']}>
          <p>{t('LeftAsChanged', { count: others.length })}</p>
          <Names count={others.length}>
            {others.slice(0, NAMED).map((trip) => (
              <li key={trip.id}>
                {nameOf(trip)}
                <SaysNow trip={trip} fields={props.fields ?? []} />
              </li>
            ))}
          </Names>
          {onOverwrite && (
            <div>
              <Button isSmall isBusy={props.isBusy ?? false} onClick={onOverwrite}>
                {t('BulkOverwrite', { count: others.length })}
              </Button>
            </div>
          )}
        </section>
      )}
      {[...reasons].map(([error, trips]) => (
        <section key={error} className={styles['reason']}>
          <p>
            {t('BulkRefused', { count: trips.length })} {errors.text(new ApiError(409, error as 'SomethingWentWrong'))}
          </p>
          <Names count={trips.length}>
            {trips
              .flatMap(({ id }) => known.find((each) => each.id === id) ?? [])
              .slice(0, NAMED)
              .map((trip) => (
                <li key={trip.id}>{nameOf(trip)}</li>
              ))}
          </Names>
        </section>
      ))}
    </div>
  );
}

function Names(props: { count: number; children: ReactNode }): ReactNode {
  const t = useT();
  return (
    <ul>
      {props.children}
      {props.count > NAMED && <li>{t('BulkAndMore', { count: props.count - NAMED })}</li>}
    </ul>
  );
}

/** What it says by now in the fields that were to be changed. */
function SaysNow({ trip, fields }: { trip: Trip; fields: readonly BulkFieldName[] }): ReactNode {
  const t = useT();
  const labelOf = useFieldLabel();
  const typeText = useTripTypeText();
  const textOf = (field: BulkFieldName): string =>
    field === 'type' ? typeText(trip.type) : field === 'driver' ? (trip.driver ?? t('NoDriver')) : trip[field];
  const said = fields.flatMap((field) => (textOf(field) === '' ? [] : [`${labelOf(field)}: ${textOf(field)}`]));
  return said.length > 0 && ` · ${said.join(', ')}`;
}
