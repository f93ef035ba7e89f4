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
  /** People change their names, and what they drove stays theirs. */
  readonly driver_id: number | null;
  readonly purpose: string;
  readonly project: string;
  readonly note: string;
  readonly visited: string;
  readonly passengers: readonly { readonly name: string }[];
  readonly is_manual: boolean;
  readonly merged_into_id: number | null;
  /** Time, who, field, old, new and who by number; in the order they were made. */
  readonly edits: readonly TripEdit[];
}

type TripEdit = readonly [at: string, actor: string, field: string, oldValue: string, newValue: string, actorId: number];

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
  driver_id: trip.driver_id,
  purpose: trip.purpose,
  project: trip.project,
  note: trip.note,
  visited: trip.visited,
  passengers: JSON.stringify(trip.passengers.map(({ name }) => name)),
  is_manual: trip.is_manual,
  merged_into_id: trip.merged_into_id,
  edits: JSON.stringify(trip.edits),
});

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

/** Whether a field differs by nothing but the name that somebody has by now: who it is stands beside it by number. */
function isSamePeople(field: string, row: SealDocument['rows'][number], now: SealedValues): boolean {
  if (field === 'driver') return typeof now['driver_id'] === 'number' && disclosed(row, 'driver_id') === now['driver_id'];
  return field === 'edits' && withoutNames(disclosed(row, 'edits')) === withoutNames(now['edits']);
}

const withoutNames = (edits: FieldValue | undefined): string =>
  JSON.stringify(
    (JSON.parse(String(edits ?? '[]')) as unknown[][]).map((edit) => (edit.length < 6 ? edit : edit.toSpliced(1, 1))),
  );

/** What of a period must be as it was sealed; names of people, of the unit and of the account may change. */
const HEAD_FIELDS = ['from_day', 'to_day', 'note', 'user_attested_at', 'admin_attested_at'] as const;

/** Where an attestation differs from what was sealed of it. */
export const headDifferences = (
  document: SealDocument,
  now: SealedValues,
): { field: string; sealed: FieldValue; found: FieldValue }[] =>
  HEAD_FIELDS.flatMap((field) => {
    const sealed = disclosed(document.head, field);
    const found = now[field] ?? null;
    return sealed === undefined || sealed === found ? [] : [{ field, sealed, found }];
  });

/** What stays readable of a period that is kept no longer: that it was attested, when, and how many trips it had. */
const KEPT_OF_OLD: ReadonlySet<string> = new Set([
  'from_day',
  'to_day',
  'time_zone',
  'trips',
  'user_attested_at',
  'admin_attested_at',
]);

const isBefore = (row: SealDocument['rows'][number], before: Date): boolean => {
  const endedAt = disclosed(row, 'ended_at');
  return typeof endedAt === 'string' && endedAt < before.toISOString();
};

/** Whether the whole period of a document ended before an instant; as far as the document tells. */
function isOldPeriod({ head, rows }: SealDocument, before: Date): boolean {
  const toDay = disclosed(head, 'to_day');
  if (typeof toDay !== 'string' || toDay >= before.toISOString().slice(0, 10)) return false;
  return rows.every((row) => disclosed(row, 'ended_at') === undefined || isBefore(row, before));
}

/**
 * CONST-060: which fields of a sealed document go when the log's rows before an instant do. Of a period that is not over by then its
 * old rows keep their number and their end, by which a verifier knows that they were old enough to go; later these go too.
 */
export function forgetting(document: SealDocument, before: Date): (name: string, row: number | null) => boolean {
  const isOld = isOldPeriod(document, before);
  const isOldRow = document.rows.map((row) => isBefore(row, before));
  return (name, row) => {
    if (row === null) return isOld && !KEPT_OF_OLD.has(name);
    return isOld || (isOldRow[row] === true && name !== 'id' && name !== 'ended_at');
  };
}

/** Whether a document as the database keeps it lacks something that was not old enough to go before an instant. */
export function lacksFields(document: SealDocument, before: Date): boolean {
  if (isOldPeriod(document, before)) return false;
  const lacks = (fields: SealDocument['head']): boolean => Object.values(fields).some((field) => 'hash' in field);
  return lacks(document.head) || document.rows.some((row) => lacks(row) && !isBefore(row, before));
}

/**
 * Where the log differs from what was sealed: values that changed, trips that are gone, trips that came. Those that ended before
 * `keptSince` may be gone.
 */
export function differences(document: SealDocument, now: readonly SealedValues[], keptSince: Date): SealDifference[] {
  const isOld = isOldPeriod(document, keptSince);
  const found = new Map(now.map((values) => [values['id'], values]));
  const changed = document.rows.flatMap((row): SealDifference[] => {
    const tripId = Number(disclosed(row, 'id') ?? 0);
    const values = found.get(tripId);
    found.delete(tripId);
    if (!values) return isOld || isBefore(row, keptSince) ? [] : [{ tripId, field: null, sealed: 'sealed', found: null }];
    return Object.keys(row).flatMap((field) => {
      const sealed = disclosed(row, field);
      const is = values[field] ?? null;
      return sealed === undefined || sealed === is || isSamePeople(field, row, values)
        ? []
        : [{ tripId, field, sealed, found: is }];
    });
  });
  return [...changed, ...[...found.keys()].map((id) => ({ tripId: Number(id), field: null, sealed: null, found: 'found' }))];
}
