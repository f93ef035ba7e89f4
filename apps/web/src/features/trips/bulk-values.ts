import type { BulkChanges } from './use-bulk.ts';
import type { TripType } from './public/trip-search.ts';

/** What a change of many can be about (TRIP-021). */
export const BULK_FIELDS = ['type', 'purpose', 'project', 'note', 'driver'] as const;
export type BulkFieldName = (typeof BULK_FIELDS)[number];

interface BulkValue {
  readonly isChosen: boolean;
  readonly value: string;
  /** What stands there is taken away: said of its own accord, never by a field that was left alone. */
  readonly isCleared: boolean;
}
export type BulkValues = Readonly<Record<BulkFieldName, BulkValue>>;

/** That nobody drove: a choice of its own, apart from none made. */
export const NOBODY = 'nobody';

const NOTHING: BulkValue = { isChosen: false, value: '', isCleared: false };
/** As the form opens: nothing is changed. */
export const NO_VALUES: BulkValues = {
  type: { ...NOTHING, value: 'business' },
  purpose: NOTHING,
  project: NOTHING,
  note: NOTHING,
  driver: NOTHING,
};

/** The same where what the trips lack is gone through: that is what is filled in. */
export const valuesFor = (lacking: BulkFieldName | null): BulkValues =>
  lacking === null ? NO_VALUES : { ...NO_VALUES, [lacking]: { ...NO_VALUES[lacking], isChosen: true } };

/** The fields that are chosen. */
export const chosenOf = (values: BulkValues): BulkFieldName[] => BULK_FIELDS.filter((field) => values[field].isChosen);

/** Whether a chosen field is to be emptied. */
export function isEmptied(values: BulkValues, field: BulkFieldName): boolean {
  const { isCleared, value } = values[field];
  return isCleared || (field === 'driver' && value === NOBODY);
}

/** The chosen fields that nothing is said of. */
export const missingOf = (values: BulkValues): BulkFieldName[] =>
  chosenOf(values).filter((field) => !isEmptied(values, field) && values[field].value.trim() === '');

/** What is sent: of the chosen fields alone. */
export function bulkChangesOf(values: BulkValues): BulkChanges {
  const textOf = (field: BulkFieldName): string => (isEmptied(values, field) ? '' : values[field].value.trim());
  const has = (field: BulkFieldName): boolean => values[field].isChosen;
  return {
    ...(has('type') && { type: values.type.value as TripType }),
    ...(has('purpose') && { purpose: textOf('purpose') }),
    ...(has('project') && { project: textOf('project') }),
    ...(has('note') && { note: textOf('note') }),
    ...(has('driver') && { driver_id: textOf('driver') === '' ? null : Number(textOf('driver')) }),
  };
}
