import type { DataOf } from '@spora/contract/endpoint-map';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import type { PlaceForm } from '../model.ts';
import { useConflictTexts } from '../use-conflict-texts.ts';
import styles from './places.module.css';

/** PLACE-010: from which day trips follow it, and what was found before it is saved (PLACE-009). */
export function ApplyFields(props: {
  /** Null: a new place. */
  id: number | null;
  form: PlaceForm;
  set: (patch: Partial<PlaceForm>) => void;
  preview: DataOf<'places.preview'> | null;
  error: string | null;
}): ReactNode {
  const { form, set, preview } = props;
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const conflictTexts = useConflictTexts(props.id);
  return (
    <>
      <DayField
        label={t('PlaceApplyFrom')}
        value={form.applyFrom}
        onChange={(applyFrom) => set({ applyFrom })}
        texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        help={t('PlaceApplyHelp')}
        error={props.error}
      />
      {preview && preview.conflicts.length > 0 && (
        <Banner tone="warning">
          <p>{t('PlaceConflicts')}</p>
          <ul>
            {conflictTexts(preview.conflicts).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      {preview?.trips && (
        <Banner tone="information">
          <p>{t('PlaceApplyCount', { count: preview.trips.changed })}</p>
          {preview.trips.attested > 0 && <p>{t('PlaceApplyAttested', { count: preview.trips.attested })}</p>}
          <ul className={styles['sample']}>
            {preview.trips.sample.map((trip) => (
              <li key={trip.id}>
                {format.dateTime(trip.start)} {trip.unit_name}
                {trip.type !== trip.new_type &&
                  `: ${t('HistoryFromTo', { from: typeText(trip.type), to: typeText(trip.new_type) })}`}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}
