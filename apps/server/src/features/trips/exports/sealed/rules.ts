import type { SealDocument } from '@spora/seal/document';
import { disclosed, isWithheld } from '../../sealing/rules.ts';

/** How the reader of an export sees a trip of it: masked (TRIP-032), as its own driver, or as anybody may. */
export type Sight = 'masked' | 'own' | 'open';

/**
 * Which fields of a sealed document an export withholds: all of a trip that the filter left out, and what TRIP-032 hides of a
 * private one, by what it is now and by what it was when it was sealed. The head is the period's own. The second of two merged trips
 * goes with the first.
 */
export function withholdingFrom(
  document: SealDocument,
  seen: ReadonlyMap<number, Sight>,
): (name: string, row: number | null) => boolean {
  const rows = document.rows.map((row) => {
    const first = disclosed(row, 'merged_into_id') ?? null;
    return { sight: seen.get(Number(first ?? disclosed(row, 'id'))), type: disclosed(row, 'type') ?? null };
  });
  return (name, index) => {
    const row = index === null ? undefined : rows[index];
    if (!row) return false;
    if (row.sight === undefined) return true;
    return row.sight !== 'own' && isWithheld(name, row.sight === 'masked' ? 'private' : row.type);
  };
}
