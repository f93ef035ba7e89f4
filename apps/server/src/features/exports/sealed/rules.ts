import type { FieldValue, SealDocument } from '@spora/seal/document';
import { disclosed, type FieldDifference } from '@spora/seal/fields';
import type { SealDifference } from '../../attestation/sealing/rules.ts';

/** How the reader of an export sees a trip of it: masked (TRIP-032), as its own driver, or as anybody may. */
export type Sight = 'masked' | 'own' | 'open';

/** What of a period's head tells how far its driver drove privately, alone or reckoned with the rest. */
const TELLS_PRIVATE: ReadonlySet<string> = new Set(['private_m', 'start_odometer_m', 'stop_odometer_m']);

/**
 * Which fields of a sealed document an export withholds: all of a trip that the filter left out, and all of somebody else's private one,
 * by what it is now and by what it was when it was sealed: a period is one driver's, so that any of it would say whose it is (TRIP-032).
 * Its date, distance and odometer are in the file's own list, which names no driver. Of the head everything but how far was driven
 * privately, unless the reader drove it. The second of two merged trips goes with the first.
 */
export function withholdingFrom(
  document: SealDocument,
  seen: ReadonlyMap<number, Sight>,
): (name: string, row: number | null) => boolean {
  const rows = document.rows.map((row) => {
    const first = disclosed(row, 'merged_into_id') ?? null;
    return { sight: seen.get(Number(first ?? disclosed(row, 'id'))), type: disclosed(row, 'type') ?? null };
  });
  const isOwn = rows.every(({ sight }) => sight === 'own');
  return (name, index) => {
    if (index === null) return !isOwn && TELLS_PRIVATE.has(name);
    const row = rows[index];
    return row?.sight === undefined || row.sight === 'masked' || (row.sight !== 'own' && row.type === 'private');
  };
}

/** How the log differed from a sealed period when the file was made, as far as its reader may know: what is withheld has no values. */
export interface Altered {
  /** Which row of the document; null of the period itself, and of a trip that was not sealed. */
  readonly row: number | null;
  readonly trip_id: number | null;
  /** Null: the trip is gone, or came. */
  readonly field: FieldDifference['field'] | null;
  readonly sealed?: FieldValue;
  readonly found?: FieldValue;
  readonly is_name: boolean;
}

/** `document` is what leaves. */
export const alteredOf = (
  document: SealDocument,
  { head, rows }: { readonly head: readonly FieldDifference[]; readonly rows: readonly SealDifference[] },
  seen: ReadonlyMap<number, Sight>,
): Altered[] => [
  ...head.map(({ field, sealed, found, isName }) => ({
    row: null,
    trip_id: null,
    field,
    ...(disclosed(document.head, field) === undefined ? {} : { sealed, found }),
    is_name: isName,
  })),
  ...rows.map(({ row, tripId, field, sealed, found, isName }) => {
    const fields = row === null ? {} : (document.rows[row] ?? {});
    const sight = seen.get(tripId);
    const isKnown = row === null ? sight === 'own' || sight === 'open' : disclosed(fields, 'id') !== undefined;
    return {
      row,
      trip_id: isKnown ? tripId : null,
      field,
      ...(field === null || disclosed(fields, field) === undefined ? {} : { sealed, found }),
      is_name: isName,
    };
  }),
];
