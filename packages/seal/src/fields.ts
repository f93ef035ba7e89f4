import type { Fields, FieldValue } from './document.ts';

/** What is sealed of each trip; lists as JSON texts, times as ISO 8601 in UTC, lengths in whole metres. */
export const SEALED_ROW_FIELDS = [
  'id',
  'started_at',
  'ended_at',
  'start_address',
  'stop_address',
  'start_odometer_m',
  'stop_odometer_m',
  'distance_m',
  'type',
  'driver',
  'driver_id',
  'purpose',
  'project',
  'note',
  'visited',
  'passengers',
  'is_manual',
  'merged_into_id',
  'edits',
] as const;
export type SealedRowField = (typeof SEALED_ROW_FIELDS)[number];

/** What is sealed of the period itself: whose, when, by whom attested, and the sums that a reader adds up again. */
export const SEALED_HEAD_FIELDS = [
  'account',
  'unit',
  'registration_number',
  'driver',
  'driver_id',
  'from_day',
  'to_day',
  'time_zone',
  'note',
  'user_attested_at',
  'user_attested_by',
  'user_attested_by_id',
  'admin_attested_at',
  'admin_attested_by',
  'admin_attested_by_id',
  'trips',
  'business_m',
  'private_m',
  'other_m',
  'start_odometer_m',
  'stop_odometer_m',
] as const;
export type SealedHeadField = (typeof SEALED_HEAD_FIELDS)[number];
export type SealedField = SealedRowField | SealedHeadField;

export type SealedRow = Readonly<Record<SealedRowField, FieldValue>>;
export type SealedHead = Readonly<Record<SealedHeadField, FieldValue>>;

const FIELDS = [...new Set<SealedField>([...SEALED_HEAD_FIELDS, ...SEALED_ROW_FIELDS])];

/** Whether a name is that of a sealed field. */
export const isSealedField = (name: unknown): name is SealedField => FIELDS.some((field) => field === name);

/** A field that says something else than was sealed. */
export interface FieldDifference {
  readonly field: SealedField;
  readonly sealed: FieldValue;
  readonly found: FieldValue;
  /** Somebody, the unit or the account may be called otherwise since, with who or what it is unchanged: told, and no fault by itself. */
  readonly isName: boolean;
}

/** Names that are given anew, with the number beside them that says whose it is. */
const NAMES: Partial<Record<SealedField, SealedField | null>> = {
  account: null,
  unit: null,
  registration_number: null,
  time_zone: null,
  driver: 'driver_id',
  user_attested_by: 'user_attested_by_id',
  admin_attested_by: 'admin_attested_by_id',
};

/** The value of a disclosed field; undefined when it is withheld or missing. */
export function disclosed(fields: Fields, name: string): FieldValue | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field && 'value' in field ? field.value : undefined;
}

/** Every disclosed field held against what is told of it; what nothing is told of (`undefined`) is not judged. */
export const fieldDifferences = (
  fields: Fields,
  told: Readonly<Partial<Record<SealedField, FieldValue | undefined>>>,
): FieldDifference[] =>
  FIELDS.flatMap((field) => {
    const sealed = disclosed(fields, field);
    const found = Object.hasOwn(told, field) ? told[field] : undefined;
    return sealed === undefined || found === undefined || sealed === found
      ? []
      : [{ field, sealed, found, isName: isName(field, fields, told) }];
  });

function isName(
  field: SealedField,
  fields: Fields,
  told: Readonly<Partial<Record<SealedField, FieldValue | undefined>>>,
): boolean {
  if (field === 'edits') return withoutNames(disclosed(fields, field)) === withoutNames(told[field]);
  const number = NAMES[field];
  if (number === undefined || number === null) return number === null;
  const sealed = disclosed(fields, number);
  // Of documents that seal no number nothing says that it is somebody else.
  return fields[number] === undefined || (typeof sealed === 'number' && sealed === told[number]);
}

/** Edits as JSON, without who made them by name where they say it by number; what is none stays what it is. */
function withoutNames(edits: FieldValue | undefined): string {
  const text = String(edits ?? '[]');
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return text;
    const rows: unknown[] = list;
    return JSON.stringify(rows.map((edit) => (Array.isArray(edit) && edit.length >= 6 ? edit.toSpliced(1, 1) : edit)));
  } catch {
    return text;
  }
}
