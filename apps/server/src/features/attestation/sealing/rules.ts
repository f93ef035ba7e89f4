import { LOG_KEPT_YEARS } from '@spora/contract/limits';
import type { FieldValue, SealDocument } from '@spora/seal/document';
import { disclosed, type FieldDifference, fieldDifferences, type SealedHead, type SealedRow } from '@spora/seal/fields';

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

/** What is sealed of an attested period beside its trips. */
export interface SealableHead {
  readonly account_id: number;
  readonly account: string;
  readonly unit_id: number;
  readonly unit: string;
  readonly registration_number: string | null;
  readonly driver: string | null;
  readonly driver_id: number | null;
  readonly from_day: string;
  readonly to_day: string;
  readonly time_zone: string;
  readonly note: string;
  readonly user_attested_at: Date | null;
  readonly user_attested_by: string | null;
  readonly user_attested_by_id: number | null;
  readonly admin_attested_at: Date | null;
  readonly admin_attested_by: string | null;
  readonly admin_attested_by_id: number | null;
}

/** The sealed fields of a trip. */
export const valuesOf = (trip: SealableTrip): SealedRow => ({
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

/** The sealed fields of the period itself. */
export const headValues = (head: SealableHead, rows: readonly SealedRow[]): SealedHead => {
  const sum = (type: string): number =>
    rows.reduce((metres, row) => metres + (row.type === type ? Number(row.distance_m) : 0), 0);
  return {
    account: head.account,
    unit: head.unit,
    registration_number: head.registration_number,
    driver: head.driver,
    driver_id: head.driver_id,
    from_day: head.from_day,
    to_day: head.to_day,
    time_zone: head.time_zone,
    note: head.note,
    user_attested_at: head.user_attested_at?.toISOString() ?? null,
    user_attested_by: head.user_attested_by,
    user_attested_by_id: head.user_attested_by_id,
    admin_attested_at: head.admin_attested_at?.toISOString() ?? null,
    admin_attested_by: head.admin_attested_by,
    admin_attested_by_id: head.admin_attested_by_id,
    trips: rows.length,
    business_m: sum('business'),
    private_m: sum('private'),
    other_m: sum('other'),
    start_odometer_m: rows[0]?.start_odometer_m ?? null,
    stop_odometer_m: rows.at(-1)?.stop_odometer_m ?? null,
  };
};

/** A value that is not what was sealed. A trip that is missing, or was not sealed, is one of no field. */
export interface SealDifference {
  readonly tripId: number;
  /** Which row of the document; null for a trip that was not sealed. */
  readonly row: number | null;
  readonly field: FieldDifference['field'] | null;
  readonly sealed: FieldValue;
  readonly found: FieldValue;
  readonly isName: boolean;
}

/** What of a period's head follows from its rows, of which those that are kept no longer may be gone. */
const OF_ROWS: ReadonlySet<string> = new Set([
  'trips',
  'business_m',
  'private_m',
  'other_m',
  'start_odometer_m',
  'stop_odometer_m',
]);

/** Where an attestation differs from what was sealed of it. */
export function headDifferences(document: SealDocument, now: SealedHead, keptSince: Date): FieldDifference[] {
  const mayLackRows = isOldPeriod(document, keptSince) || document.rows.some((row) => isBefore(row, keptSince));
  return fieldDifferences(document.head, now).filter(({ field }) => !mayLackRows || !OF_ROWS.has(field));
}

/** What stays readable of a period that is kept no longer: that it was attested, when, and how many trips it had. */
const KEPT_OF_OLD: ReadonlySet<string> = new Set([
  'from_day',
  'to_day',
  'time_zone',
  'trips',
  'user_attested_at',
  'admin_attested_at',
]);

/** Rows of the log that ended before are kept no longer. */
export function logKeptSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - LOG_KEPT_YEARS);
  return since;
}

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
export function differences(document: SealDocument, now: readonly SealedRow[], keptSince: Date): SealDifference[] {
  const isOld = isOldPeriod(document, keptSince);
  const found = new Map(now.map((values) => [values.id, values]));
  const changed = document.rows.flatMap((fields, row): SealDifference[] => {
    const tripId = Number(disclosed(fields, 'id') ?? 0);
    const values = found.get(tripId);
    found.delete(tripId);
    if (values) return fieldDifferences(fields, values).map((one) => ({ tripId, row, ...one }));
    if (isOld || isBefore(fields, keptSince)) return [];
    return [{ tripId, row, field: null, sealed: 'sealed', found: null, isName: false }];
  });
  const added = [...found.keys()].map((id) => ({ tripId: Number(id), row: null, field: null, sealed: null, found: 'found' }));
  return [...changed, ...added.map((one) => ({ ...one, isName: false }))];
}
