import { TRIP_NOTE_MAX, TRIP_PURPOSE_MAX } from '@spora/contract/limits';
import type { Trip } from '@spora/contract/trips/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { CheckBox } from '../../../ui/check-box.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { driversQuery } from '../../drivers/public/drivers-query.ts';
import { type BulkFieldName, type BulkValues, NOBODY } from '../bulk-values.ts';
import { manyPurposesQuery, projectsQuery } from '../queries.ts';
import { TYPES } from '../public/trip-search.ts';
import styles from './bulk-dialog.module.css';
import { SuggestField } from './suggest-field.tsx';
import type { Suggestion } from './suggestion-list.tsx';

const LABELS = {
  type: 'TripType',
  purpose: 'Purpose',
  project: 'Project',
  note: 'Note',
  driver: 'Driver',
} as const satisfies Record<BulkFieldName, MessageKey>;

/** What a field of the change is called. */
export function useFieldLabel(): (field: BulkFieldName) => string {
  const t = useT();
  return (field) => t(LABELS[field]);
}

/** A field that a change of many can be about: chosen first, then filled in, or emptied where somebody says so. */
export function BulkField(props: {
  field: BulkFieldName;
  trips: readonly Trip[];
  values: BulkValues;
  /** The form is opened for it. */
  isFirst: boolean;
  /** The value is missing, and it was asked for. */
  isMissing: boolean;
  onChange: (values: BulkValues) => void;
}): ReactNode {
  const { field, values, onChange } = props;
  const t = useT();
  const label = useFieldLabel()(field);
  const { isChosen, isCleared, value } = values[field];
  const change = (over: Partial<BulkValues[BulkFieldName]>): void =>
    onChange({ ...values, [field]: { ...values[field], ...over } });
  const place = useRef<HTMLDivElement>(null);
  const isAwaited = useRef(props.isFirst);
  useEffect(() => {
    if (isChosen && isAwaited.current) place.current?.querySelector<HTMLElement>('input, select, button')?.focus();
    isAwaited.current = false;
  }, [isChosen]);
  const own = { value, onChange: (text: string) => change({ value: text }) };
  // What it should say is what somebody has in mind who ticks it: they go on writing.
  const choose = (isOn: boolean): void => {
    isAwaited.current = isOn;
    change({ isChosen: isOn });
  };
  return (
    <div className={styles['field']}>
      <CheckBox label={label} checked={isChosen} onChange={choose} />
      {isChosen && (
        <div className={styles['value']} ref={place}>
          {field === 'type' && <TypeField label={label} {...own} />}
          {field === 'driver' && (
            <DriverField label={label} isAsked error={props.isMissing ? t('BulkDriverMissing') : null} {...own} />
          )}
          {field !== 'type' && field !== 'driver' && (
            <>
              {!isCleared && (
                <ManyText field={field} trips={props.trips} error={props.isMissing ? t('BulkValueMissing') : null} {...own} />
              )}
              <CheckBox label={t('BulkClearValue')} checked={isCleared} onChange={(isOn) => change({ isCleared: isOn })} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** A text for many trips, with the suggestions that a row has. */
function ManyText(props: {
  field: 'purpose' | 'project' | 'note';
  trips: readonly Trip[];
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}): ReactNode {
  const { field, trips, ...own } = props;
  const t = useT();
  return (
    <SuggestField
      {...own}
      label={t('NewValue')}
      opensOnFocus
      maxLength={field === 'note' ? TRIP_NOTE_MAX : TRIP_PURPOSE_MAX}
      suggestions={useManySuggestions(field, trips)}
    />
  );
}

/** TRIP-022: of trips of one unit that go the same way, what was written of that way, too. */
function useManySuggestions(field: string, trips: readonly Trip[]): readonly Suggestion[] {
  const t = useT();
  const send = useSend();
  const purposes = useQuery({ ...manyPurposesQuery(send, trips), enabled: field === 'purpose' }).data?.purposes ?? [];
  const projects = useQuery({ ...projectsQuery(send), enabled: field === 'project' }).data?.projects ?? [];
  if (field === 'purpose') return purposes.map(({ text, source }) => ({ text, hint: t(`PurposeSource-${source}`) }));
  return field === 'project' ? projects.map((text) => ({ text })) : [];
}

interface ValueField {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The type of a trip, in a form. */
export function TypeField(props: ValueField): ReactNode {
  const typeText = useTripTypeText();
  return (
    <SelectField label={props.label} value={props.value} onChange={(event) => props.onChange(event.target.value)}>
      {TYPES.map((type) => (
        <option key={type} value={type}>
          {typeText(type)}
        </option>
      ))}
    </SelectField>
  );
}

/** Empty: nobody; with `isAsked` not said yet, and nobody is one of the choices. */
export function DriverField(props: ValueField & { imei?: string; isAsked?: boolean; error?: string | null }): ReactNode {
  const { isAsked = false } = props;
  const t = useT();
  const drivers = useQuery(driversQuery(useSend(), props.imei ?? null)).data?.drivers ?? [];
  const people = drivers.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <PickField
      label={props.label}
      value={props.value}
      noneText={t(isAsked ? 'BulkChooseDriver' : 'NoDriver')}
      options={isAsked ? [{ value: NOBODY, label: t('NoDriver') }, ...people] : people}
      error={props.error ?? null}
      onChange={props.onChange}
    />
  );
}
