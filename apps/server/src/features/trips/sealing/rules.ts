import type { FieldValue, SealDocument } from '@spora/seal/document';

/** What a row of the log is sealed with: every value that people attest to, with every change that was made of it. */
export interface SealableTrip {
  readonly id: number;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly start_address: string | null;
  readonly stop_address: string | null;
  readonly start_odometer_m: number | null;
  readonly stop_odometer_m: number | null;
  readonly distance_m: number;
  readonly type: string;
  readonly driver: string | null;
  readonly purpose: string;
  readonly project: string;
  readonly note: string;
  readonly visited: string;
  readonly passengers: readonly { readonly name: string }[];
  readonly is_manual: boolean;
  readonly merged_into_id: number | null;
  /** Time, who, field, old, new; in the order they were made. */
  readonly edits: readonly (readonly [at: string, actor: string, field: string, oldValue: string, newValue: string])[];
}

export type SealedValues = Readonly<Record<string, FieldValue>>;

/** The sealed fields of a trip; lists as JSON texts, times as ISO 8601 in UTC, lengths in whole metres. */
export const valuesOf = (trip: SealableTrip): SealedValues => ({
  id: trip.id,
  started_at: trip.started_at.toISOString(),
  ended_at: trip.ended_at.toISOString(),
  start_address: trip.start_address,
  stop_address: trip.stop_address,
  start_odometer_m: trip.start_odometer_m,
  stop_odometer_m: trip.stop_odometer_m,
  distance_m: trip.distance_m,
  type: trip.type,
  driver: trip.driver,
  purpose: trip.purpose,
  project: trip.project,
  note: trip.note,
  visited: trip.visited,
  passengers: JSON.stringify(trip.passengers.map(({ name }) => name)),
  is_manual: trip.is_manual,
  merged_into_id: trip.merged_into_id,
  edits: JSON.stringify(trip.edits),
});

/** TRIP-032: what everybody may know of somebody's private trip, beside its day; the rest is withheld from them. */
const OPEN_OF_PRIVATE: ReadonlySet<string> = new Set([
  'id',
  'distance_m',
  'start_odometer_m',
  'stop_odometer_m',
  'type',
  'is_manual',
]);

/** Whether a field of a row is withheld from those who may not see private trips. `type` is the row's own. */
export const isWithheld = (field: string, type: FieldValue): boolean => type === 'private' && !OPEN_OF_PRIVATE.has(field);

/** The value of a disclosed field; undefined when it is withheld or missing. */
export function disclosed(fields: SealDocument['head'], name: string): FieldValue | undefined {
  const field = fields[name];
  return field && 'value' in field ? field.value : undefined;
}

/** A value that is not what was sealed. A missing trip is one of no field. */
export interface SealDifference {
  readonly tripId: number;
  readonly field: string | null;
  readonly sealed: FieldValue;
  readonly found: FieldValue;
}

/** Where the log differs from what was sealed: values that changed, trips that are gone, trips that came. */
export function differences(document: SealDocument, now: readonly SealedValues[]): SealDifference[] {
  const found = new Map(now.map((values) => [values['id'], values]));
  const changed = document.rows.flatMap((row): SealDifference[] => {
    const tripId = Number(disclosed(row, 'id'));
    const values = found.get(tripId);
    found.delete(tripId);
    if (!values) return [{ tripId, field: null, sealed: 'sealed', found: null }];
    return Object.keys(row).flatMap((field) => {
      const sealed = disclosed(row, field);
      const is = values[field] ?? null;
      return sealed === undefined || sealed === is ? [] : [{ tripId, field, sealed, found: is }];
    });
  });
  return [...changed, ...[...found.keys()].map((id) => ({ tripId: Number(id), field: null, sealed: null, found: 'found' }))];
}
